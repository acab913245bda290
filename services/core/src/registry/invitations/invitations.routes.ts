// Invitations to an organization, for its owners and for the invited.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/core/invitations.ts';
import { inviteMember } from '@kvartplata/contracts/core/members.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../access/deps.ts';
import {
  getInvitation,
  invite,
  listInvitations,
  withdrawInvitation,
} from './invitations.service.ts';
import {
  acceptInvitation,
  declineInvitation,
  listOwnInvitations,
} from './own-invitations.service.ts';

export function invitationsRoutes(app: HttpServer, deps: Deps): void {
  const { access, users, now } = deps;

  route(app, api.listInvitations, async (request) => {
    const caller = await access.callerOf(request);
    return listInvitations(caller, request.params.organizationId, request.query, now());
  });

  route(app, api.createInvitation, async (request, reply) => {
    const { params, body } = request;
    const caller = await access.callerOf(request);
    return answerCreated(reply, await invite(caller, users, params.organizationId, body, now()));
  });

  route(app, inviteMember, async (request, reply) => {
    const { params, body } = request;
    const caller = await access.callerOf(request);
    return answerCreated(reply, await invite(caller, users, params.organizationId, body, now()));
  });

  route(app, api.getInvitation, async (request) =>
    getInvitation(await access.callerOf(request), request.params, now()),
  );

  route(app, api.withdrawInvitation, async (request) => {
    await withdrawInvitation(await access.callerOf(request), request.params, now());
    return undefined;
  });

  ownInvitationsRoutes(app, deps);
}

function ownInvitationsRoutes(app: HttpServer, { access, users, now }: Deps): void {
  route(app, api.listOwnInvitations, async (request) =>
    listOwnInvitations(await access.callerOf(request), users, request.query, now()),
  );

  route(app, api.acceptInvitation, async (request) => {
    const caller = await access.callerOf(request);
    return acceptInvitation(caller, users, request.params.invitationId, now());
  });

  route(app, api.declineInvitation, async (request) => {
    const caller = await access.callerOf(request);
    return declineInvitation(caller, users, request.params.invitationId, now());
  });
}

function answerCreated(reply: FastifyReply, invitation: api.Invitation): api.Invitation {
  const { organizationId, id: invitationId } = invitation;
  const place = addressOf(api.getInvitation, { params: { organizationId, invitationId } });
  void reply.header('location', place);
  return invitation;
}
