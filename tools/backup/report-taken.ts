// Reports the time of a backup to Prometheus, in a file for its node exporter (`--collector.textfile.directory`).
import { renameSync, writeFileSync } from 'node:fs';

/**
 * @param file is replaced completely or not at all
 * @throws when it cannot be written: the backup is complete then, but unreported
 */
export function reportTaken(file: string, takenAt: string): void {
  const unfinished = `${file}.unfinished`;
  try {
    writeFileSync(unfinished, linesOf(takenAt));
    renameSync(unfinished, file);
  } catch (error) {
    throw new Error(`the backup is whole, but nobody is told: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function linesOf(takenAt: string): string {
  const name = 'backup_taken_timestamp_seconds';
  return `# HELP ${name} When the last backup was taken\n# TYPE ${name} gauge\n${name} ${Date.parse(takenAt) / 1000}\n`;
}
