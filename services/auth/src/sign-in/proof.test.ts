import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { disableTwoFactor, getTwoFactorStatus } from '@kvartplata/contracts/auth/two-factor.ts';
import { openTestApp, restartTestApp, type TestApp } from '../testing/auth-app.ts';
import {
  beginMany,
  beginSignIn,
  listAudited,
  outcomeOf,
  signInAgain,
  signInWithTwoFactor,
  STEP_SECONDS,
  tally,
  verifyLogIn,
  wrongCode,
} from '../testing/authenticator.ts';
import { PASSWORD, type Answer } from '../testing/test-client.ts';

let auth: TestApp;
before(async () => {
  auth = await openTestApp();
});
after(async () => auth.close());

describe('a code', () => {
  it('signs in one of 100 that send it at once, each with its own challenge', async () => {
    const owner = await signInWithTwoFactor(auth, 'crowd');
    const clients = await beginMany(auth, 100, 'crowd');
    const code = owner.code();
    const answers = await Promise.all(clients.map(async (client) => verifyLogIn(client, { code })));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    const started = (await listAudited(auth, owner.userId)).filter(
      ({ action }) => action === 'session.started',
    );
    assert.equal(started.length, 2);
  });

  it('is valid once: not in the next second, nor is one of an earlier step', async () => {
    const owner = await signInWithTwoFactor(auth, 'replay');
    const [code, older] = [owner.code(), owner.code(-1)];
    const [first, second, third] = await beginMany(auth, 3, 'replay');
    assert.ok(first && second && third);
    assert.equal((await verifyLogIn(first, { code })).status, 200);
    auth.advanceSeconds(1);
    assert.equal(outcomeOf(await verifyLogIn(second, { code })), '401 wrong-code');
    assert.equal(outcomeOf(await verifyLogIn(third, { code: older })), '401 wrong-code');
    auth.advanceSeconds(STEP_SECONDS);
    assert.equal((await verifyLogIn(third, { code: owner.code() })).status, 200);
  });

  it('is valid once for as long as a clock could show it, whatever is tried in between', async () => {
    const owner = await signInWithTwoFactor(auth, 'patient');
    // The next step's code, valid from now on until the step after it is over.
    const code = owner.code(1);
    const [first, ...others] = await beginMany(auth, 4, 'patient');
    assert.ok(first);
    assert.equal((await verifyLogIn(first, { code })).status, 200);
    for (const client of others) {
      assert.equal(outcomeOf(await verifyLogIn(client, { code })), '401 wrong-code');
      const wrong = await verifyLogIn(client, { code: wrongCode(owner) });
      assert.equal(outcomeOf(wrong), '401 wrong-code');
      assert.equal(outcomeOf(await verifyLogIn(client, { code })), '401 wrong-code');
      auth.advanceSeconds(STEP_SECONDS);
    }
    const late = await beginSignIn(auth, 'patient');
    assert.equal((await verifyLogIn(late, { code: owner.code() })).status, 200);
  });

  it('is valid once across all replicas, in sequence and at once', async () => {
    const owner = await signInWithTwoFactor(auth, 'everywhere');
    const replica = await restartTestApp(auth, auth.keys);
    try {
      const code = owner.code();
      const [here, there] = [
        await beginSignIn(auth, 'everywhere'),
        await beginSignIn(replica, 'everywhere'),
      ];
      assert.equal((await verifyLogIn(here, { code })).status, 200);
      assert.equal(outcomeOf(await verifyLogIn(there, { code })), '401 wrong-code');
      assert.equal(
        outcomeOf(await verifyLogIn(there, { code: wrongCode(owner) })),
        '401 wrong-code',
      );
      assert.equal(outcomeOf(await verifyLogIn(there, { code })), '401 wrong-code');

      auth.advanceSeconds(STEP_SECONDS);
      const clients = [
        ...(await beginMany(auth, 10, 'everywhere')),
        ...(await beginMany(replica, 10, 'everywhere')),
      ];
      const answers = await Promise.all(
        clients.map(async (client) => verifyLogIn(client, { code: owner.code() })),
      );
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    } finally {
      await replica.close();
    }
  });

  it('that turned two-factor sign-in on cannot sign in as well', async () => {
    const owner = await signInWithTwoFactor(auth, 'twice');
    const client = await beginSignIn(auth, 'twice');
    assert.equal(outcomeOf(await verifyLogIn(client, { code: owner.code(-1) })), '401 wrong-code');
  });

  for (const [steps, outcome] of [
    [-2, '401 wrong-code'],
    [-1, '200 signed in'],
    [0, '200 signed in'],
    [1, '200 signed in'],
    [2, '401 wrong-code'],
  ] as const) {
    it(`of ${steps} steps from now is answered ${outcome}`, async () => {
      const owner = await signInWithTwoFactor(auth, `step.${steps}`);
      auth.advanceSeconds(3 * STEP_SECONDS);
      const client = await beginSignIn(auth, owner.username);
      assert.equal(outcomeOf(await verifyLogIn(client, { code: owner.code(steps) })), outcome);
    });
  }

  it('of one user is not valid for another', async () => {
    const owner = await signInWithTwoFactor(auth, 'mine');
    const other = await signInWithTwoFactor(auth, 'yours');
    const client = await beginSignIn(auth, 'mine');
    assert.equal(outcomeOf(await verifyLogIn(client, { code: other.code() })), '401 wrong-code');
    const foreign = { recoveryCode: other.recoveryCodes[0] };
    assert.equal(outcomeOf(await verifyLogIn(client, foreign)), '401 wrong-code');
    assert.equal((await verifyLogIn(client, { code: owner.code() })).status, 200);
  });
});

describe('a recovery code', () => {
  it('signs in one of 50 that send it at once', async () => {
    const owner = await signInWithTwoFactor(auth, 'spare');
    const clients = await beginMany(auth, 50, 'spare');
    const [recoveryCode] = owner.recoveryCodes;
    const answers = await Promise.all(
      clients.map(async (client) => verifyLogIn(client, { recoveryCode })),
    );
    assert.deepEqual(tally(answers), { '200 signed in': 1, '401 wrong-code': 49 });
    const status = await owner.client.get(getTwoFactorStatus.path);
    assert.equal(status.json['recoveryCodesRemaining'], 9);
  });

  it('is accepted in any case, without its dashes', async () => {
    const owner = await signInWithTwoFactor(auth, 'typist');
    const client = await beginSignIn(auth, 'typist');
    const recoveryCode = owner.recoveryCodes[3]?.toLowerCase().replaceAll('-', ' ');
    assert.equal((await verifyLogIn(client, { recoveryCode })).status, 200);
  });
});

describe('the lock of a second factor', () => {
  const FIFTEEN_MINUTES_SECONDS = 900;

  /** Two challenges with five tries each. */
  const guessTenTimes = async (username: string, code: string): Promise<readonly Answer[]> => {
    const answers: Answer[] = [];
    for (const client of await beginMany(auth, 2, username))
      for (let turn = 0; turn < 5; turn += 1) answers.push(await verifyLogIn(client, { code }));
    return answers;
  };

  it('closes after ten failures for right and wrong codes alike, and opens after 15 minutes', async () => {
    const owner = await signInWithTwoFactor(auth, 'locked');
    const wrong = wrongCode(owner);
    assert.deepEqual(tally(await guessTenTimes('locked', wrong)), { '401 wrong-code': 10 });
    const client = await beginSignIn(auth, 'locked');
    for (const code of [wrong, owner.code()]) {
      const answer = await verifyLogIn(client, { code });
      assert.equal(outcomeOf(answer), '429 too-many-attempts');
      assert.equal(answer.headers['retry-after'], '900');
    }
    auth.advanceSeconds(FIFTEEN_MINUTES_SECONDS - 1);
    const late = await beginSignIn(auth, 'locked');
    const answer = await verifyLogIn(late, { code: owner.code() });
    assert.deepEqual([answer.status, answer.headers['retry-after']], [429, '1']);
    auth.advanceSeconds(1);
    assert.equal((await verifyLogIn(late, { code: owner.code() })).status, 200);
    const actions = (await listAudited(auth, owner.userId)).map(({ action }) => action);
    assert.equal(actions.filter((action) => action === 'two-factor.locked').length, 1);
  });

  it('leaves the owner the recovery codes, and five tries per challenge', async () => {
    const owner = await signInWithTwoFactor(auth, 'besieged');
    await guessTenTimes('besieged', wrongCode(owner));
    const client = await beginSignIn(auth, 'besieged');
    for (let turn = 0; turn < 4; turn += 1)
      assert.equal((await verifyLogIn(client, { code: owner.code() })).status, 429);
    const [first, second] = owner.recoveryCodes;
    assert.equal((await verifyLogIn(client, { recoveryCode: first })).status, 200);
    const again = await beginSignIn(auth, 'besieged');
    for (let turn = 0; turn < 5; turn += 1) await verifyLogIn(again, { recoveryCode: first });
    const out = await verifyLogIn(again, { recoveryCode: second });
    assert.equal(outcomeOf(out), '401 challenge-over');
  });

  it('counts ten of many concurrent guesses, and refuses the rest', async () => {
    const owner = await signInWithTwoFactor(auth, 'stormed');
    const clients = await beginMany(auth, 40, 'stormed');
    const code = wrongCode(owner);
    const answers = await Promise.all(clients.map(async (client) => verifyLogIn(client, { code })));
    assert.deepEqual(tally(answers), { '401 wrong-code': 10, '429 too-many-attempts': 30 });
  });

  it('forgets the failures before a good code, and counts from zero once it opens again', async () => {
    const owner = await signInWithTwoFactor(auth, 'forgiven');
    const guessing = await beginMany(auth, 2, 'forgiven');
    for (const client of guessing)
      for (let turn = 0; turn < 4; turn += 1) await verifyLogIn(client, { code: wrongCode(owner) });
    await signInAgain(auth, owner);
    auth.advanceSeconds(STEP_SECONDS);
    await guessTenTimes('forgiven', wrongCode(owner));
    auth.advanceSeconds(FIFTEEN_MINUTES_SECONDS);
    assert.deepEqual(tally(await guessTenTimes('forgiven', wrongCode(owner))), {
      '401 wrong-code': 10,
    });
  });

  it('counts failures to turn it off as well', async () => {
    const owner = await signInWithTwoFactor(auth, 'hijacked');
    const body = { password: PASSWORD, code: wrongCode(owner) };
    const answers: Answer[] = [];
    for (let turn = 0; turn < 12; turn += 1)
      answers.push(await owner.client.post(disableTwoFactor.path, body));
    assert.deepEqual(tally(answers), { '401 wrong-code': 10, '429 too-many-attempts': 2 });
    const [recoveryCode] = owner.recoveryCodes;
    const off = await owner.client.post(disableTwoFactor.path, {
      password: PASSWORD,
      recoveryCode,
    });
    assert.equal(off.status, 200);
  });
});
