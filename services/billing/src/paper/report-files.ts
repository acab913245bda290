// How a report leaves the service: written to a file in its turn, with an entry in the audit log when it is exported.
import type { Readable } from 'node:stream';
import { recordChange, type Actor } from '@kvartplata/platform/audit/audit.repository.ts';
import type { BoundedQueue } from '@kvartplata/platform/http/bounded-queue.ts';
import {
  createSpool,
  sendSpooled,
  spool,
  type SpooledFile,
} from '@kvartplata/platform/http/spooled-answer.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import { REPORT_MEDIA_TYPES, type ReportFormat } from '@kvartplata/contracts/table-files.ts';
import { writeReport, type Report } from '@kvartplata/platform/table-files/write-report.ts';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../access/deps.ts';
import type { Db } from '../tables.ts';

/**
 * Writes a complete report; afterwards the caller may end the transaction in which its rows are read.
 * @param name of its file, as `fileNameOf` makes it
 */
export type WriteReport = <Row>(name: string, report: Report<Row>) => Promise<void>;

/** The same for content of any other form. */
export type WriteContent = (name: string, content: Readable) => Promise<void>;

export type ContentForm = {
  readonly mediaType: string;
  /** Of the file's name; without one the answer is shown rather than saved. */
  readonly extension?: string;
};

export type ReportFiles = {
  /** Writes the report in the caller's turn, and sends it. */
  readonly answer: (
    reply: FastifyReply,
    format: ReportFormat,
    make: (write: WriteReport) => Promise<void>,
  ) => Promise<FastifyReply>;
  readonly answerAs: (
    reply: FastifyReply,
    form: ContentForm,
    make: (write: WriteContent) => Promise<void>,
  ) => Promise<FastifyReply>;
};

/** The dependencies of routes that return reports. */
export type ReportDeps = Deps & { readonly files: ReportFiles };

export function createReportFiles(turns: BoundedQueue = createSpool()): ReportFiles {
  const answerAs: ReportFiles['answerAs'] = async (reply, { mediaType, extension }, make) => {
    const file = await turns.runFor(sessionOf(reply.request).userId, async () => {
      let written: (SpooledFile & { readonly name: string }) | undefined;
      try {
        await make(async (name, content) => {
          written = { ...(await spool(content)), name };
        });
      } catch (error) {
        await written?.handle.close();
        throw error;
      }
      if (written === undefined) throw new Error('a report that was not written');
      return written;
    });
    return sendSpooled(reply, file, {
      mediaType,
      ...(extension === undefined ? {} : { fileName: `${file.name}.${extension}` }),
    });
  };
  return {
    answerAs,
    answer: async (reply, format, make) => {
      const extension = format === 'json' ? {} : { extension: format };
      return answerAs(
        reply,
        { mediaType: REPORT_MEDIA_TYPES[format], ...extension },
        async (write) => make(async (name, report) => write(name, writeReport(format, report))),
      );
    },
  };
}

export type ExportedReport = {
  readonly format: ReportFormat;
  readonly action: `${string}.${string}-exported`;
  readonly object: {
    readonly type: 'house' | 'organization' | 'personal-account';
    readonly id: number;
  };
  readonly organizationId: number;
  /** The request, such as its months. */
  readonly asked: object;
};

/** An export is recorded in the audit log; what is only shown is read like any list. */
export async function recordExport(
  { db, actor }: { readonly db: Db; readonly actor: Actor },
  { format, action, object, organizationId, asked }: ExportedReport,
): Promise<void> {
  if (format === 'json') return;
  await recordChange(db, actor, { action, object, organizationId, after: { format, ...asked } });
}
