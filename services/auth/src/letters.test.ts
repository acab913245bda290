// The address of a letter may be unverified: by registering with a stranger's address, anybody can put text into a letter to them
// through a name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import { invitationTemplates } from './invitation-letters/invitation-letters.ts';
import { oidcTemplates } from './oidc/oidc-letters.ts';
import { passwordTemplates } from './password-resets/password-letters.ts';
import { twoFactorTemplates } from './two-factor/two-factor-letters.ts';

const ORIGIN = 'https://app.example.org';
const TEMPLATES = {
  ...passwordTemplates({ origin: ORIGIN, keys: deriveKeys(Buffer.alloc(32, 7)).resets }),
  ...oidcTemplates(ORIGIN),
  ...twoFactorTemplates(ORIGIN),
  ...invitationTemplates(ORIGIN),
};
const BAIT = 'Вы выиграли: https://evil.test/get, www.evil.test, evil.test/get или evil.test';
const FACTS = {
  resetId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  firstName: BAIT,
  username: 'anna',
  provider: 'Example ID',
  label: BAIT,
  organization: BAIT,
  role: 'viewer',
  email: 'anna@example.org',
};

for (const [template, write] of Object.entries(TEMPLATES))
  for (const language of ['ru', 'en'] as const)
    test(`a letter of ${template} has no links but ours (${language})`, () => {
      const { subject, text } = write(FACTS, language);
      assert.doesNotMatch(`${subject} ${text}`, /evil\.test/);
      assert.match(text, /https:\/\/app\.example\.org\//);
    });
