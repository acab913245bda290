// The closed catalogue of refusals and the problem document (RFC 9457) that reports them.
import Type, { type Static, type TObject } from 'typebox';
import { FIELD_REASONS, type FieldReason } from './field-reasons.ts';

/** Every `code` that a service may return, with its HTTP status and title. A service returns no others. */
export const PROBLEMS = {
  'validation-failed': { status: 400, title: 'The request is invalid' },
  'malformed-json': { status: 400, title: 'The body is not valid JSON' },
  'malformed-request': { status: 400, title: 'The request cannot be read' },
  'malformed-file': { status: 400, title: 'The file cannot be read as a table' },
  'file-too-demanding': { status: 400, title: 'The file needs too many resources to read' },
  'wrong-columns': { status: 400, title: 'The file does not have the required columns' },
  'totals-differ': { status: 400, title: 'The totals of the file do not match its rows' },
  'organization-required': { status: 400, title: 'The organization must be named' },
  'bootstrap-secret-wrong': { status: 400, title: 'The bootstrap secret is wrong or used up' },
  'month-out-of-range': { status: 400, title: "The month is not one of the organization's" },
  'not-signed-in': { status: 401, title: 'Sign in first' },
  'wrong-code': { status: 401, title: 'The code is wrong' },
  'challenge-over': { status: 401, title: 'The sign-in has expired: start again' },
  'reset-link-over': {
    status: 401,
    title: 'The link has been used or has expired: request another one',
  },
  'oidc-sign-in-over': {
    status: 401,
    title: 'The sign-in through the provider has expired: start again',
  },
  'oidc-refused': { status: 401, title: 'The provider has not confirmed your identity' },
  'wrong-credentials': { status: 401, title: 'The username or the password is wrong' },
  'service-token-required': { status: 401, title: 'Only another service may request this' },
  forbidden: { status: 403, title: 'Your role does not allow this' },
  'second-person-required': { status: 403, title: 'Another person has to confirm this' },
  'step-up-needed': { status: 403, title: 'Confirm this with a code of your second factor' },
  'step-up-by-person': { status: 403, title: 'A person has to do this, not a program' },
  'password-required': { status: 403, title: 'Confirm your password' },
  'oidc-identity-unknown': {
    status: 403,
    title: 'No user has linked this identity: sign in with your password and link it',
  },
  'not-for-oneself': { status: 403, title: 'Someone else has to do this for you' },
  'not-for-admins': { status: 403, title: 'This cannot be done to a platform admin' },
  'member-elsewhere': {
    status: 403,
    title: 'The person also belongs to organizations that are not yours: ask a platform admin',
  },
  'csrf-token-invalid': { status: 403, title: 'The CSRF token is missing or wrong' },
  'origin-not-allowed': { status: 403, title: 'Requests from this origin are not accepted' },
  'not-found': { status: 404, title: 'Not found' },
  'route-not-found': { status: 404, title: 'There is no such route' },
  'username-or-email-taken': { status: 409, title: 'The username or the e-mail is taken' },
  conflict: { status: 409, title: 'The request conflicts with what is stored' },
  'period-overlap': { status: 409, title: 'The periods overlap' },
  'rate-in-use': { status: 409, title: 'A booked penalty uses the rate' },
  'organization-has-houses': { status: 409, title: 'The organization still has houses' },
  'has-charges': { status: 409, title: 'It has been charged: close it instead' },
  'months-charged': { status: 409, title: 'Charged months would be lost' },
  'has-children': { status: 409, title: 'Other records still belong to it' },
  'serial-number-taken': {
    status: 409,
    title: 'Another meter of the service has the serial number',
  },
  'readings-contradict': { status: 409, title: "The meter's readings contradict this" },
  'verification-exists': { status: 409, title: 'A verification on that day already exists' },
  'nobody-to-write-to': { status: 409, title: 'No verification ends on these days' },
  'act-exists': { status: 409, title: 'The meter already has an act of that kind on that day' },
  'meter-removed': { status: 409, title: 'The meter has already been removed' },
  'meter-out-of-order': { status: 409, title: 'The meter is out of order' },
  'reading-needed': { status: 409, title: "The meter's reading on that day is required" },
  'meter-not-in-use': { status: 409, title: 'The meter is not in use on that day' },
  'reading-exists': { status: 409, title: 'The meter already has a reading for this month' },
  'reading-in-future': { status: 409, title: 'The reading is in the future' },
  'reading-over-digits': { status: 409, title: 'The meter has too few digits for this reading' },
  'reading-out-of-order': { status: 409, title: 'The days of the readings are out of order' },
  'reading-below-previous': { status: 409, title: 'The reading is below the previous one' },
  'rollover-not-lower': {
    status: 409,
    title: 'After a rollover a reading must be below the previous one',
  },
  'reading-breaks-next': { status: 409, title: 'The next reading would no longer be valid' },
  'readings-refused': { status: 409, title: 'Some readings were refused, so none was stored' },
  'readings-not-open': { status: 409, title: 'Readings are not accepted on this day' },
  'readings-odd': { status: 409, title: 'Some readings look implausible: confirm them' },
  'month-applied': { status: 409, title: 'The charges of the month have already been applied' },
  'account-ended': { status: 409, title: 'The account is closed or has another payer by now' },
  'houses-refused': { status: 409, title: 'Some houses were refused, so none was changed' },
  'account-number-taken': { status: 409, title: 'The account number is taken' },
  'service-name-taken': { status: 409, title: 'A service of this name already exists' },
  'room-number-taken': { status: 409, title: 'The house already has a room of this number' },
  'share-exceeded': { status: 409, title: 'The shares of the room would exceed the whole' },
  'first-persons-stay': {
    status: 409,
    title: 'A number of persons is required from the opening day on',
  },
  'absence-of-too-many': {
    status: 409,
    title: 'More persons would be absent than are registered',
  },
  'benefit-of-too-many': {
    status: 409,
    title: 'More persons would be entitled than are registered',
  },
  'cycle-exists': { status: 409, title: 'The month already has a billing cycle' },
  'cycle-not-draft': { status: 409, title: 'The billing cycle is no longer a draft' },
  'debt-brought-in': {
    status: 409,
    title: 'Accounts already have the month’s debt among their opening balances',
  },
  'nothing-to-apply': { status: 409, title: 'No house of the month has charges to apply' },
  'amount-changed': { status: 409, title: 'The amount is no longer the expected one' },
  'count-changed': { status: 409, title: 'The number of remarks is no longer the expected one' },
  'cycle-not-applied': { status: 409, title: 'Only an applied billing cycle can be closed' },
  'month-not-over': {
    status: 409,
    title: 'It is too early: the month has not begun, or is not over',
  },
  'cycle-not-closed': { status: 409, title: 'Only a closed month can be reopened' },
  'month-built-upon': { status: 409, title: 'Later months depend on this one being closed' },
  'earlier-cycle-draft': {
    status: 409,
    title: 'An earlier month has charges that are not applied',
  },
  'check-in-order': { status: 409, title: 'The check has nothing to accept' },
  'check-blocking': { status: 409, title: 'A check prevents closing the month' },
  'move-built-upon': { status: 409, title: 'Something has been booked since the move' },
  'month-closed': { status: 409, title: 'The month is closed' },
  'month-archived': { status: 409, title: 'The charges of the month are in the archive' },
  'payment-exists': { status: 409, title: 'The same payment is already booked' },
  'charge-not-booked': { status: 409, title: 'The charge is not in the ledger' },
  'adjustment-not-booked': { status: 409, title: 'The adjustment is not in the ledger' },
  'over-penalty-debt': { status: 409, title: 'The amount exceeds the penalties owed' },
  'no-debt': { status: 409, title: 'Nothing is overdue' },
  'case-open': { status: 409, title: 'The account already has an open court case' },
  'debtor-is-organization': {
    status: 409,
    title: 'A debt of an organization goes to an arbitration court',
  },
  'order-above-limit': {
    status: 409,
    title: 'The amount exceeds the limit of a court order: file a claim instead',
  },
  'step-out-of-order': { status: 409, title: 'The step does not follow the last one' },
  'court-fee-booked': { status: 409, title: 'The court fee of the case has already been booked' },
  'service-not-restrictable': { status: 409, title: 'The service may not be restricted' },
  'notice-open': { status: 409, title: 'The service already has an open notice' },
  'account-closed': {
    status: 409,
    title: 'The account is closed: nothing can be restricted to its former payer',
  },
  'norm-charge-unknown': {
    status: 409,
    title: 'The monthly charge of the service by the norm is not known',
  },
  'debt-below-two-norms': {
    status: 409,
    title: 'The debt for the service does not exceed two monthly charges by the norm',
  },
  'instalment-runs': {
    status: 409,
    title: 'The account keeps an instalment plan: nothing else may be demanded or restricted',
  },
  'term-runs': { status: 409, title: 'The term has not ended yet' },
  'law-not-known': { status: 409, title: 'The law in force on that day is not known here' },
  'instalment-exists': { status: 409, title: 'The account has a plan already' },
  'instalment-over': { status: 409, title: 'The plan has already ended' },
  'already-reversed': { status: 409, title: 'It has been reversed already' },
  'months-not-applied': { status: 409, title: 'None of the months is in the ledger' },
  'months-missing': { status: 409, title: 'Months of the year are not in the ledger' },
  'year-not-over': { status: 409, title: 'The year is not over' },
  'year-corrected': { status: 409, title: 'The year has been recalculated already' },
  'method-changed': { status: 409, title: 'The charging method changed within the year' },
  'method-not-yearly': {
    status: 409,
    title: 'The house is charged by a method without a yearly recalculation',
  },
  'year-not-computable': { status: 409, title: 'The year cannot be recalculated yet' },
  'former-bills': {
    status: 409,
    title: 'A month was billed by the former application and cannot be recalculated',
  },
  'nothing-charged': { status: 409, title: 'Nothing is charged for the month' },
  'bank-details-missing': {
    status: 409,
    title: 'The bank details of the organization are incomplete',
  },
  'payee-details-missing': {
    status: 409,
    title: 'The bank details of a payee are incomplete',
  },
  'payee-in-use': {
    status: 409,
    title: 'A service of a house, or charges for one, still name the payee',
  },
  'debt-request-exists': { status: 409, title: 'The request has already been recorded' },
  'gis-facts-missing': {
    status: 409,
    title: 'ГИС ЖКХ would reject the file: numbers or entries are missing',
  },
  'bounce-unreadable': { status: 400, title: 'The file is not a delivery report of a mail server' },
  'gis-answer-unreadable': { status: 400, title: 'The file is not an answer of ГИС ЖКХ' },
  'gis-answer-not-ready': { status: 409, title: 'ГИС ЖКХ has not processed the request yet' },
  'gis-request-refused': { status: 409, title: 'ГИС ЖКХ has rejected the whole request' },
  'gis-answer-of-others': {
    status: 409,
    title: 'The answer concerns no document, payment or reading of the month and the house',
  },
  'gis-nothing-to-tell': {
    status: 409,
    title: 'There is nothing to report to ГИС ЖКХ for the month',
  },
  'gis-nothing-refused': { status: 409, title: 'ГИС ЖКХ has rejected no document of the month' },
  'file-not-there': {
    status: 409,
    title: 'The file has not been made yet, or is no longer kept',
  },
  'job-finished': { status: 409, title: 'The job has already ended' },
  'already-settled': { status: 409, title: 'It has already been decided' },
  'job-under-way': { status: 409, title: 'A calculation job is still under way' },
  'idempotency-key-reused': {
    status: 409,
    title: 'The idempotency key was used for another request',
  },
  'idempotency-key-in-use': {
    status: 409,
    title: 'The first request with this idempotency key is still running',
  },
  'member-exists': { status: 409, title: 'The user is already a member' },
  'invitation-over': {
    status: 409,
    title: 'The invitation has been answered, withdrawn or has expired',
  },
  'too-many-api-keys': { status: 409, title: 'The organization has too many API keys already' },
  'too-many-webhooks': { status: 409, title: 'The organization has too many webhooks already' },
  'too-many-invitations': { status: 409, title: 'Too many invitations are waiting already' },
  'last-owner': { status: 409, title: 'An organization needs an owner' },
  'mail-off': { status: 409, title: 'This platform sends no e-mail' },
  'oidc-off': { status: 409, title: 'Sign-in through a provider is turned off here' },
  'oidc-identity-taken': { status: 409, title: 'Another user has linked this identity' },
  'oidc-identity-exists': { status: 409, title: 'You have already linked an identity' },
  'last-admin': { status: 409, title: 'The platform needs an admin' },
  'two-factor-enabled': { status: 409, title: 'Two-factor sign-in is already on' },
  'two-factor-not-enabled': { status: 409, title: 'Two-factor sign-in is not on' },
  'two-factor-setup-over': { status: 409, title: 'No setup is waiting for a code: start over' },
  'version-stale': { status: 412, title: 'The record has changed since you read it' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'unsupported-media-type': {
    status: 415,
    title: 'The body has a content type that this route does not accept',
  },
  'unprocessable-reference': {
    status: 422,
    title: 'The request refers to something that does not exist',
  },
  'too-much-at-once': { status: 422, title: 'Too much to compute in one request' },
  'rate-missing': { status: 422, title: 'No penalty rate covers an overdue day' },
  'too-many-attempts': { status: 429, title: 'Too many attempts: try again later' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'too-many-jobs': {
    status: 429,
    title: 'Too many jobs of the organization are waiting: try again later',
  },
  'internal-error': { status: 500, title: 'Something went wrong on our side' },
  'dependency-unavailable': { status: 503, title: 'A dependency is unavailable' },
  overloaded: { status: 503, title: 'The service is overloaded' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof PROBLEMS;

/** What is wrong with a field, in words and as a code that pages have words for. */
export type FieldError = {
  readonly path: string;
  readonly message: string;
  readonly reason: FieldReason;
};

/** What a refusal refers to, if its own code says what is wrong: a field, or a figure by its name. */
export type NamedPart = Omit<FieldError, 'reason'> & Partial<Pick<FieldError, 'reason'>>;

const FieldProblem = Type.Object({
  path: Type.String({ description: 'JSON pointer to the field, e.g. /month' }),
  message: Type.String(),
  code: Type.Optional(
    Type.String({
      description: 'The reason for programs: one word of a closed list',
      enum: Object.keys(FIELD_REASONS),
    }),
  ),
  params: Type.Optional(
    Type.Unsafe<Record<string, string | number>>(
      Type.Object(
        {},
        {
          additionalProperties: Type.Union([Type.String(), Type.Number()]),
          description: 'Parameters of the code, such as a limit',
        },
      ),
    ),
  ),
});
export type FieldProblem = Static<typeof FieldProblem>;

export const Problem = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.Optional(Type.String()),
  instance: Type.Optional(Type.String()),
  code: Type.String({ description: 'One word of a closed catalogue', enum: Object.keys(PROBLEMS) }),
  requestId: Type.Optional(Type.String()),
  errors: Type.Optional(Type.Array(FieldProblem)),
  months: Type.Optional(
    Type.Array(Type.String({ description: 'YYYY-MM' }), {
      description: 'The months that the refusal is about',
    }),
  ),
});
export type Problem = Static<typeof Problem>;

type ProblemStatus = (typeof PROBLEMS)[ProblemCode]['status'];

/** The response schemas of the refusals that a route can return: `response: { 200: Thing, ...refusals(404, 409) }`. */
export function refusals<const S extends ProblemStatus>(
  ...statuses: readonly S[]
): Record<S, TObject> {
  return Object.fromEntries(statuses.map((status) => [status, Problem])) as unknown as Record<
    S,
    TObject
  >;
}
