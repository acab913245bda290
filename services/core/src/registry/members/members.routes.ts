// The members of an organization. Inviting one is a route of the invitations.
import * as api from '@kvartplata/contracts/core/members.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { listFormerMembers } from './former-members.service.ts';
import { resetMemberTwoFactor } from './member-two-factor.service.ts';
import { changeMember, getMember, listMembers, removeMember } from './members.service.ts';

export function membersRoutes(app: HttpServer, { access, users }: Deps): void {
  route(app, api.listMembers, async (request) => {
    const caller = await access.callerOf(request);
    return listMembers(caller, users, request.params.organizationId, request.query);
  });

  route(app, api.listFormerMembers, async (request) => {
    const caller = await access.callerOf(request);
    return listFormerMembers(caller, users, request.params.organizationId, request.query);
  });

  route(app, api.getMember, async (request) =>
    getMember(await access.callerOf(request), users, request.params),
  );

  route(app, api.changeMember, async (request) =>
    changeMember(await access.callerOf(request), users, request.params, request.body),
  );

  route(app, api.removeMember, async (request) => {
    await removeMember(await access.callerOf(request), request.params);
    return undefined;
  });

  route(app, api.resetMemberTwoFactor, async (request) => {
    const caller = await access.callerOf(request);
    const { language = 'ru' } = request.body ?? {};
    await resetMemberTwoFactor({ access, users }, caller, request.params, language);
    return undefined;
  });
}
