// The routes of the registry: organizations and their members, houses, rooms, accounts.
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../access/deps.ts';
import { membersRoutes } from './members/members.routes.ts';
import { invitationsRoutes } from './invitations/invitations.routes.ts';
import { organizationsRoutes } from './organizations/organizations.routes.ts';
import { housesRoutes } from './houses/houses.routes.ts';
import { roomsRoutes } from './rooms/rooms.routes.ts';
import { personalAccountsRoutes } from './personal-accounts/personal-accounts.routes.ts';
import { registeredPersonsRoutes } from './personal-accounts/registered-persons.routes.ts';
import { absencesRoutes } from './absences/absences.routes.ts';

export function registryWing(app: HttpServer, deps: Deps): void {
  membersRoutes(app, deps);
  invitationsRoutes(app, deps);
  organizationsRoutes(app, deps);
  housesRoutes(app, deps);
  roomsRoutes(app, deps);
  personalAccountsRoutes(app, deps);
  registeredPersonsRoutes(app, deps);
  absencesRoutes(app, deps);
}
