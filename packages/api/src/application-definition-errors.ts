// Everything that can be wrong with the definition of an application: a code each, and the words that follow the path of the member. The
// command line says them as they stand; the screens have sentences of their own for each, in each language.

export const applicationDefinitionErrors = {
  object: 'An application must be a JSON object.',
  missing: 'must be there',
  unknown: 'is not known; an application has {names}',
  text: 'must be a text',
  one_of: 'must be one of {values}',
  truth: 'must be true or false',
  number: 'must be a whole number from {min} to {max}',
  list: 'must be a list',
  scope_email: 'must not be "email": an address goes by the member "email" (--email alias or --email verified)',
  scopes_many: 'must have each of these at most once, and no others: {values}',
  many: 'must not have more than {max} entries',
  twice: 'must not be there twice',
  long: 'must not be longer than {max} characters',
  length: 'must have 1 to {max} characters',
  id_form: 'must be 2 to 64 of a–z, 0–9, ".", "_" and "-", and begin with a letter or digit',
  id_taken: 'is taken by another application',
  id_fixed: 'must stay "{id}"',
  name_spaces: 'must not begin or end with a space, nor have two in a row',
  name_unseen: 'must not contain control, invisible or direction characters',
  name_space: 'must not contain another space than the common one',
  name_marks: 'must not have more than three marks on a letter',
  address_empty: 'must not be empty',
  address_ascii:
    'must be visible ASCII without spaces: write a host name with other letters as "xn--…", anything else as %XX',
  address_backslash: 'must not contain a backslash: browsers read it as "/"',
  address_fragment: 'must not have a fragment ("#…"), not even an empty one (RFC 6749 §3.1.2)',
  address_wildcard: 'must not contain "*": there are no wildcards, write each address out',
  address_absolute: 'must be absolute, such as "https://app.example/callback"',
  address_user: 'must not have a user name before the host',
  address_percent: 'must not contain a "%" that is not followed by two hexadecimal digits',
  address_encoded_path: 'must not contain an encoded ".", "/" or "\\" before its query',
  address_encoded_control: 'must not contain an encoded control character',
  address_unreadable: 'must be an address that a browser can open',
  address_answer: 'must not have "{name}" in its query: this server adds that itself',
  address_native_https: 'must be plain http where a native application listens on the machine itself (RFC 8252 §7.3)',
  address_scheme: 'must begin with "https://"; only a native application may have a scheme of its own',
  address_scheme_dot:
    'must have a scheme with a dot, as a domain name in reverse, such as "example.app:/callback" (RFC 8252 §7.1)',
  address_scheme_slash: 'must have a "/" after its scheme, such as "example.app:/callback"',
  address_https: 'must begin with "https://"',
  address_http: 'must begin with "https://"; plain http is for localhost, 127.0.0.1 and [::1] alone',
  address_host_dot: 'must not have a host that ends in a dot',
  address_host_part: 'must not have a host with an empty part',
  address_port: 'must not have port 0',
  address_printed: 'must be written as browsers write it: "{address}"',
  redirects_needed: 'must have at least one entry: where people are sent after sign-in',
  redirects_needless: 'must be empty: nobody is redirected to an application of kind "{kind}"',
  hosts_needed: 'must have at least one entry: where people open the site',
  hosts_needless:
    'must be empty: only an application of kind "site" is protected by its host, not one of kind "{kind}"',
  host_form:
    'must be a host as browsers write it, with its port where that is not the usual one: "wiki.example", "wiki.example:8443"',
  host_taken: 'is a host of the application "{id}" already',
  open_path_form:
    'must be a path that starts with "/", or methods, a space and a path: "/manifest.json", "GET,POST /hooks/", "OPTIONS /"',
  open_path_method: 'must name methods of {methods}, separated by commas',
  open_path_characters:
    'must be the decoded path, without "*", "%", "?", "#", ";", "\\", "//", "." and ".." segments and invisible characters; a "/" at its end covers everything below it',
  open_path_all: 'must not be "/" alone, which would open the whole site; only "OPTIONS /" may be, for CORS preflights',
  open_paths_needless: 'must be empty: only an application of kind "site" has paths, not one of kind "{kind}"',
  site_only: 'must be {value} for a site without a login of its own',
  site_age: 'must be at least {min} for a site without a login of its own, or nobody would get in',
  grant_needed: 'must contain "{grant}" for an application of kind "{kind}"',
  grant_needless: 'must not contain "{grant}" for an application of kind "{kind}"',
  machine_null: 'must be null: nobody signs in to an application of kind "machine"',
  machine_empty: 'must be empty: nobody signs in to an application of kind "machine"',
  machine_sign_in_methods: 'must be left out: nobody signs in to an application of kind "machine"',
  authentication_public: 'must be "none": every visitor could read a secret',
  authentication_secret:
    'must not be "none" for an application of kind "{kind}"; without a secret it is "single-page" or "native"',
  scopes_machine: 'must be empty: a machine is told about nobody; what it may do stands in resources',
  scopes_openid: 'must contain "openid": without it nobody can be signed in',
  scopes_offline: 'must not contain "offline_access" without the grant type "refresh_token"',
  pkce_public: 'must be "required" for an application without a secret (RFC 9700 §2.1.1)',
  fapi_kind:
    'must be "none" for an application that is neither of kind "web" nor of kind "machine": FAPI 2.0 is for clients that authenticate',
  fapi_member: 'must be "{value}": the profile "fapi2" requires it',
  fapi_https: 'must be https: the profile "fapi2" requires it',
  introspection_form:
    'must be "own", or a list of resources ("https://api.example/") and applications ("application:ID") whose tokens it may see',
  introspection_all:
    'must not be "all": name the resource whose tokens it takes ("https://api.example/"), or each application whose clients send no resource ("application:ID")',
  introspection_application: 'must name an application by its client ID, as in "application:ID"',
  introspection_public: 'must be "own" for an application that does not prove itself',
  rotation_needless: 'must be false: without the grant type refresh_token there is none to rotate',
  pushed_needless: 'must be false: only sign-ins through a browser are pushed (RFC 9126)',
  email_needless: 'must be "none" for an application of kind "{kind}"',
  email_alias_domain:
    'must not be "alias" on this server: COUNTERSIGN_EMAIL_ALIAS_DOMAIN is not set, so no address can be made; set it, or choose "none" or "verified"',
  requires_object:
    'must be an object with "claim", and "reason" where there is one, such as { "claim": "name", "reason": "Your name is shown to others." }',
  requires_scope: 'must not have "{claim}" without the scope "{scope}"',
  requires_email: 'must not have "email" while email is "none": choose "verified" or "alias"',
  sign_in_methods_needed: 'must have at least one entry: nobody could sign in',
  chain_form: 'must be the id of an EVM chain, such as "8453"',
  chains_needless:
    'must be empty where "signInMethods" does not contain "contract": only contract wallets belong to a chain',
  group_unknown: 'there is no group "{id}"; "countersign group list" shows all',
  colours_object: 'must be an object with "light" and "dark"',
  colours_unknown: 'is not known; colors are "light" and "dark"',
  colour_form: 'must be a colour as #rrggbb, in small letters',
  colour_contrast:
    'can be read too badly in {mode} mode: its contrast is {ratio}, and must be {least} (WCAG 2.2 §1.4.3)',
  claims_object: 'must be an object with "rename", "constants", "into" and "roles", each but the last an object',
  claim_protocol: 'must not touch the claim "{name}", which says what a token is or who somebody is',
  claim_form: 'must be a name of at most {max} letters, digits, ".", ":", "/", "-" and "_" that begins with a letter',
  claim_unknown: 'is no claim of this server; these are {names}',
  claim_into: 'is no claim that this application could be told; these are {names}',
  claim_twice: 'must not be "{name}": another claim has this name already',
  claim_value: 'must be a text, a whole number, true, false, or a list of texts',
  claim_text: 'must be a text of 1 to {max} characters without line breaks',
  claim_roles:
    'must be null, or an object with "claim", "map" and "form", such as { "claim": "roles", "map": { "admins": "Admin" }, "form": "list" }',
  claim_map: 'must be an object with the id of a group and its role, such as { "admins": "Admin" }',
  claim_digits: 'must not be digits alone where the first role counts: JSON does not keep the place of such a name',
  claim_groups: 'must have "roles": null without the scope "groups", from which roles are made',
  claim_machine: 'must be empty: nobody signs in to an application of kind "machine"',
  subject_strangers:
    'would give everybody who signed in another name, which are {people}: the application takes each for somebody new, what it keeps for them is out of reach until this is changed back, and all are signed out of it. Where that is meant, say so with --confirm-subject-change (for a file --confirm-subject-change ID)',
  resource_object: 'must be an object with "resource" and "scopes"',
  resource_unknown: 'is not known; a resource has "resource" and "scopes"',
  resource_ascii: 'must be visible ASCII without spaces',
  resource_absolute: 'must be an absolute address, such as "https://service.example/" (RFC 8707 §2)',
  resource_fragment: 'must not have a fragment ("#…") (RFC 8707 §2)',
  resource_scope_ascii: 'must be visible ASCII without spaces, quotation marks and backslashes (RFC 6749 §3.3)',
  resource_scope_own: 'must not be named like a scope of this server',
  resource_no_object: 'A resource must be a JSON object.',
  resource_member: 'is not known; a resource has {names}',
  resource_scope_object: 'must be an object with "scope", and "description" where there is one',
  resource_scope_unknown:
    '"{resource}" has no scope "{scope}", but {scopes}; "countersign resource change" gives it another',
  resources_needed: 'must name a service: a machine that may look at no token but its own needs one to call',
  document_says:
    'must be {value}, as its document says; only scopes, grant types, DPoP, pushed requests and the maximum age can be narrower',
  sector_https: 'must begin with "https://" (OpenID Connect Core §8.1)',
  sector_needless: 'must be null: without redirect addresses there is nothing to join',
  sector_fixed: 'must stay on the host "{host}": people would become strangers to the application',
  sector_unreadable: 'cannot be read: {reason}',
  sector_list: 'must lead to a JSON list of redirect addresses (OpenID Connect Core §8.1)',
  sector_lacking: 'its document does not list {addresses}',
  keys_needed: 'must be there for "private_key_jwt", or else jwksUri, and not both',
  keys_needless: 'must be null unless authentication is "private_key_jwt"',
  keys_set: 'must be a JSON Web Key Set: an object with the list "keys"',
  keys_count: 'must have 1 to {max} entries',
  key_object: 'must be a JSON Web Key',
  key_secret: 'must be a public key: it has the secret member "{name}", so it should no longer be used anywhere',
  key_use: 'must be for signatures ("use": "sig")',
  key_members: 'must have {names}',
  key_bits: 'must have at least {min} bits',
  key_type: 'must be of type EC (P-256), OKP (Ed25519) or RSA',
} as const

export type ApplicationDefinitionErrorCode = keyof typeof applicationDefinitionErrors

/** What stands in the places of the words: `{max}`. */
export type TextTemplateValues = Readonly<Record<string, string>>

/** Puts the values into the places of the words. */
export const fillTextTemplate = (words: string, values: TextTemplateValues): string =>
  words.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
