// Metrics of sessions: how many are live, and how many ended because an old refresh token was used again.
import { createGauge, type Metrics } from '@kvartplata/platform/http/metrics.ts';
import type { Db } from '../tables.ts';
import { countSessions } from './sessions.repository.ts';

export function measureSessions(metrics: Metrics, db: Db, now: () => Date): void {
  createGauge(
    metrics,
    'auth_sessions_live',
    'Sessions that have neither ended nor expired',
    async () => (await countSessions(db, now())).live,
  );
  createGauge(
    metrics,
    'auth_sessions_reused_last_day',
    'Sessions ended within a day because an old refresh token was used again',
    async () => (await countSessions(db, now())).reused,
  );
}
