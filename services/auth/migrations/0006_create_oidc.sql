-- Signing in through an OpenID Connect provider: sign-ins in progress there, and which identity signs in which user.

-- Browsers that are at the provider now. Everything sent there is derived from a token that only the browser has.
create table oidc_requests (
  token_hash bytea not null constraint oidc_requests_pkey primary key
    constraint oidc_requests_token_hash_size check (octet_length(token_hash) = 32),
  -- The user who wants to link the identity, and their session; null for a sign-in.
  user_id bigint constraint oidc_requests_user_id_fkey references users (id),
  session_id uuid,
  language text constraint oidc_requests_language_known check (language in ('ru', 'en')),
  next text constraint oidc_requests_next_length check (char_length(next) between 1 and 500),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint oidc_requests_user_with_session check ((user_id is null) = (session_id is null)),
  constraint oidc_requests_language_of_user check (user_id is not null or language is null),
  constraint oidc_requests_expires_after_creation check (expires_at > created_at)
);

create index oidc_requests_expires_at_idx on oidc_requests (expires_at);

-- A provider's permanent name for a person: its issuer and their subject. An e-mail address there proves nothing.
create table oidc_identities (
  id bigint generated always as identity constraint oidc_identities_pkey primary key,
  user_id bigint not null constraint oidc_identities_user_id_fkey references users (id),
  issuer text not null constraint oidc_identities_issuer_length check (char_length(issuer) between 1 and 500),
  subject text not null constraint oidc_identities_subject_length check (char_length(subject) between 1 and 255),
  -- Shown to the user.
  label text not null constraint oidc_identities_label_length check (char_length(label) between 1 and 255),
  linked_at timestamptz not null,
  last_used_at timestamptz,
  constraint oidc_identities_identity_unique unique (issuer, subject),
  constraint oidc_identities_user_unique unique (user_id, issuer)
);

select app.grant_to_application('select, insert, update, delete', 'oidc_requests, oidc_identities');
