// Account transfers.
import { addressOf } from '@kvartplata/contracts/address.ts';
import { createAccountTransfer } from '@kvartplata/contracts/core/account-transfers.ts';
import { getPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { namedBy } from '@kvartplata/platform/http/entity-tag.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { answerCreated, editorOf } from '../../access/records/records.service.ts';
import { transferAccount } from './account-transfers.service.ts';

export function accountTransfersRoutes(app: HttpServer, deps: Deps): void {
  route(app, createAccountTransfer, async (request, reply) => {
    const { personalAccountId } = request.params;
    const named = {
      ...namedBy(request, personalAccountId),
      isConfirmed: request.query.confirmed ?? false,
    };
    const editor = await editorOf(deps, request);
    const transferred = await transferAccount(editor, named, request.body, deps.today());
    return answerCreated(reply, addressOfAccount, transferred);
  });
}

function addressOfAccount(personalAccountId: number): string {
  return addressOf(getPersonalAccount, { params: { personalAccountId } });
}
