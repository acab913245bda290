// Every command, in the order of the help.
import type { Command } from './command.ts';
import { MONTH_COMMANDS } from './commands/month.ts';
import { PAYMENT_COMMANDS } from './commands/payments.ts';
import { READING_COMMANDS } from './commands/readings.ts';
import { RECEIPT_COMMANDS } from './commands/receipts.ts';
import { REGISTRY_COMMANDS } from './commands/registry.ts';
import { REPORT_COMMANDS } from './commands/reports.ts';
import { SIGN_IN_COMMANDS } from './commands/sign-in.ts';

export const COMMANDS: readonly Command[] = [
  ...SIGN_IN_COMMANDS,
  ...REGISTRY_COMMANDS,
  ...READING_COMMANDS,
  ...MONTH_COMMANDS,
  ...PAYMENT_COMMANDS,
  ...REPORT_COMMANDS,
  ...RECEIPT_COMMANDS,
];
