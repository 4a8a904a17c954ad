// The command line prints these texts after the path of the field; screens have translations.

export const applicationDefinitionErrors = {
  object: 'An application must be a JSON object.',
  missing: 'is required',
  unknown: 'is unknown; the members of an application are {names}',
  text: 'must be a string',
  one_of: 'must be one of {values}',
  truth: 'must be true or false',
  number: 'must be a whole number from {min} to {max}',
  list: 'must be a list',
  scope_email: 'must not be "email": use the member "email" for an address (--email alias or --email verified)',
  scopes_many: 'must contain only the following, without repeats: {values}',
  many: 'must not have more than {max} entries',
  twice: 'must not be listed twice',
  long: 'must not be longer than {max} characters',
  length: 'must have 1 to {max} characters',
  id_form: 'must consist of 2 to 64 characters from a–z, 0–9, ".", "_" and "-", and start with a letter or digit',
  id_taken: 'is already used by another application',
  id_fixed: 'must stay "{id}"',
  name_spaces: 'must not start or end with a space, or contain two in a row',
  name_unseen: 'must not contain control, invisible or direction characters',
  name_space: 'must not contain any space character other than the ordinary space',
  name_marks: 'must not have more than three combining marks on a letter',
  address_empty: 'must not be empty',
  address_ascii:
    'must be visible ASCII without spaces: write a host name with other letters as "xn--…", and anything else percent-encoded (%XX)',
  address_backslash: 'must not contain a backslash: browsers read it as "/"',
  address_fragment: 'must not have a fragment ("#…"), not even an empty one (RFC 6749 §3.1.2)',
  address_wildcard: 'must not contain "*": wildcards are not supported; list each address instead',
  address_absolute: 'must be an absolute URI, such as "https://app.example/callback"',
  address_user: 'must not have a username before the host',
  address_percent: 'must not contain a "%" that is not followed by two hexadecimal digits',
  address_encoded_path: 'must not contain an encoded ".", "/" or "\\" before its query',
  address_encoded_control: 'must not contain an encoded control character',
  address_unreadable: 'must be an address that a browser can open',
  address_answer: 'must not have "{name}" in its query: this server adds it',
  address_native_https: 'must be plain http if a native application listens on a loopback address (RFC 8252 §7.3)',
  address_scheme: 'must start with "https://"; only a native application may use a custom scheme',
  address_scheme_dot:
    'must use a reverse domain name containing a dot as its scheme, such as "example.app:/callback" (RFC 8252 §7.1)',
  address_scheme_slash: 'must have a "/" after its scheme, such as "example.app:/callback"',
  address_https: 'must start with "https://"',
  address_http: 'must start with "https://"; plain http is allowed only for localhost, 127.0.0.1 and [::1]',
  address_host_dot: 'must not have a host that ends in a dot',
  address_host_part: 'must not have a host with an empty part',
  address_port: 'must not have port 0',
  address_printed: 'must be written as browsers write it: "{address}"',
  redirects_needed: 'must have at least one entry: the address that people are sent to after sign-in',
  redirects_needless: 'must be empty: no one is redirected to an application of kind "{kind}"',
  hosts_needed: 'must have at least one entry: the host at which people open the site',
  hosts_needless:
    'must be empty: only an application of kind "site" is protected by its host, not one of kind "{kind}"',
  host_form:
    'must be a host as browsers write it, with the port unless it is the default, such as "wiki.example" or "wiki.example:8443"',
  host_taken: 'is already a host of the application "{id}"',
  open_path_form:
    'must be a path that starts with "/", optionally preceded by methods and a space, such as "/manifest.json", "GET,POST /hooks/" or "OPTIONS /"',
  open_path_method: 'must list methods from {methods}, separated by commas',
  open_path_characters:
    'must be the decoded path, without "*", "%", "?", "#", ";", "\\", "//", "." or ".." segments, or invisible characters; a "/" at the end covers all paths below it',
  open_path_all:
    'must not be just "/", which would open the whole site; only "OPTIONS /" is allowed, for CORS preflights',
  open_paths_needless: 'must be empty: only an application of kind "site" has paths, not one of kind "{kind}"',
  site_only: 'must be {value} for an application of kind "site"',
  site_age: 'must be at least {min} for an application of kind "site", or no one could sign in',
  grant_needed: 'must contain "{grant}" for an application of kind "{kind}"',
  grant_needless: 'must not contain "{grant}" for an application of kind "{kind}"',
  machine_null: 'must be null: no one signs in to an application of kind "machine"',
  machine_empty: 'must be empty: no one signs in to an application of kind "machine"',
  machine_sign_in_methods: 'must be omitted: no one signs in to an application of kind "machine"',
  authentication_public: 'must be "none": every visitor could read a secret',
  authentication_secret:
    'must not be "none" for an application of kind "{kind}"; without a secret, use the kind "single-page" or "native"',
  scopes_machine: 'must be empty: a machine receives no personal data; list what it may do in "resources"',
  scopes_openid: 'must contain "openid": without it no one can sign in',
  scopes_offline: 'must not contain "offline_access" without the grant type "refresh_token"',
  pkce_public: 'must be "required" for an application without a secret (RFC 9700 §2.1.1)',
  fapi_kind:
    'must be "none" unless the application is of kind "web" or "machine": FAPI 2.0 is for clients that authenticate',
  fapi_member: 'must be "{value}": the profile "fapi2" requires it',
  fapi_https: 'must use https: the profile "fapi2" requires it',
  introspection_form:
    'must be "own", or a list of resources ("https://api.example/") and applications ("application:ID") whose tokens it may introspect',
  introspection_all:
    'must not be "all": name the resource whose tokens this application accepts ("https://api.example/"), or each application that requests its tokens without a resource ("application:ID")',
  introspection_application: 'must name an application by its client ID, as in "application:ID"',
  introspection_public: 'must be "own" for an application that does not authenticate',
  rotation_needless: 'must be false: without the grant type "refresh_token" there is no token to rotate',
  pushed_needless: 'must be false: only sign-ins in a browser use pushed requests (RFC 9126)',
  email_needless: 'must be "none" for an application of kind "{kind}"',
  email_alias_domain:
    'must not be "alias" on this server: COUNTERSIGN_EMAIL_ALIAS_DOMAIN is not set, so no address can be created; set it, or choose "none" or "verified"',
  requires_object:
    'must be an object with "claim" and, optionally, "reason", such as { "claim": "name", "reason": "Your name is shown to others." }',
  requires_scope: 'must not contain "{claim}" without the scope "{scope}"',
  requires_email: 'must not contain "email" while email is "none": choose "verified" or "alias"',
  sign_in_methods_needed: 'must have at least one entry, or no one could sign in',
  chain_form: 'must be the ID of an EVM chain, such as "8453"',
  chains_needless: 'must be empty unless "signInMethods" contains "contract": only contract wallets belong to a chain',
  group_unknown: 'there is no group "{id}"; "countersign group list" shows all groups',
  colours_object: 'must be an object with "light" and "dark"',
  colours_unknown: 'is unknown; the colors are "light" and "dark"',
  colour_form: 'must be a color in the form #rrggbb, in lowercase',
  colour_contrast:
    'is too hard to read in {mode} mode: its contrast is {ratio} but must be at least {least} (WCAG 2.2 §1.4.3)',
  claims_object:
    'must be an object with the objects "rename", "constants", "into" and "roles"; "roles" can also be null',
  claim_protocol: 'must not affect the claim "{name}", which identifies the token or the person',
  claim_form:
    'must start with a letter or "_" and consist of at most {max} letters, digits, ".", ":", "/", "-" and "_"',
  claim_unknown: 'is not a claim that this server supports; the supported claims are {names}',
  claim_into: 'is not a claim that this application can receive; it can receive {names}',
  claim_twice: 'must not be "{name}": another claim already has this name',
  claim_value: 'must be a string, a whole number, true, false, or a list of strings',
  claim_text: 'must be a string of 1 to {max} characters without line breaks',
  claim_roles:
    'must be null, or an object with "claim", "map" and "form", such as { "claim": "roles", "map": { "admins": "Admin" }, "form": "list" }',
  claim_map: 'must be an object that maps group IDs to roles, such as { "admins": "Admin" }',
  claim_digits: 'must not consist only of digits if "form" is "first": JSON does not preserve the order of such keys',
  claim_groups: 'must have "roles": null, because the scope "groups", from which roles are derived, is missing',
  claim_machine: 'must be empty: no one signs in to an application of kind "machine"',
  subject_strangers:
    'would change the identifier of everyone who has signed in ({people}): the application would treat them as new users, they could not reach their data there until you undo this change, and they would all be signed out. If you want this, use --confirm-subject-change (for a file, --confirm-subject-change ID)',
  resource_object: 'must be an object with "resource" and "scopes"',
  resource_unknown: 'is unknown; a resource has "resource" and "scopes"',
  resource_ascii: 'must be visible ASCII without spaces',
  resource_absolute: 'must be an absolute URI, such as "https://service.example/" (RFC 8707 §2)',
  resource_fragment: 'must not have a fragment ("#…") (RFC 8707 §2)',
  resource_scope_ascii: 'must be visible ASCII without spaces, quotation marks or backslashes (RFC 6749 §3.3)',
  resource_scope_own: 'must not have the same name as one of this server’s own scopes',
  resource_no_object: 'A resource must be a JSON object.',
  resource_member: 'is unknown; the members of a resource are {names}',
  resource_scope_object: 'must be an object with "scope" and, optionally, "description"',
  resource_scope_unknown:
    '"{resource}" does not have the scope "{scope}"; its scopes are {scopes}; add the scope with "countersign resource change"',
  resources_needed:
    'must name at least one service: an application of kind "machine" needs a service to call unless it may introspect the tokens of others',
  document_says:
    'must be {value}, as in the application’s metadata document; only scopes, grant types, DPoP, pushed requests and the maximum age can be restricted further',
  first_party_kind:
    'must be false for an application of kind "{kind}": only one that is of kind "web", "single-page" or "native" can go without the consent page',
  first_party_device:
    'must be false for an application with the grant type "device_code": people must see what they allow on another device (RFC 8252 §8.6)',
  first_party_redirect:
    'must be false while "{address}" is a redirect address: any program on the device can receive a sign-in there, so people are asked each time (RFC 8252 §8.6); use only addresses such as "https://app.example/callback"',
  first_party_localhost:
    'must be false while "{address}" is a redirect address: localhost is accepted only while this server itself is on localhost; use an address such as "https://app.example/callback"',
  first_party_origin:
    'must be false for an application that registered itself or has a metadata document: no operator vouches for it; to make it first-party, add it with "countersign application add"',
  product_unknown: 'there is no product "{id}"; add it with "countersign product add {id} --name NAME --host HOST"',
  product_host:
    'must not be "{id}" while the application uses the host "{host}", which is not one of the product: run "countersign product change {id}" with --host for each of its hosts, including "{host}"',
  product_public: 'must be null if subjectType is "public": such an application already shares its identifiers',
  product_sector:
    'must be null if sectorIdentifierUri is set: both decide which applications share identifiers, so use only one',
  product_origin:
    'must be null for an application that registered itself or has a metadata document: no operator vouches for it; to put it into a product, add it with "countersign application add"',
  product_fixed:
    'must stay {product}: {people} people have signed in, and the application would treat them as new users; add a second application with "countersign application add --product", and move people to it',
  product_open_to:
    'must be null unless openTo is "listed": applications that no operator chose would learn the identifiers of the product',
  product_subjects: 'must be null if subjects is "by-application"; use "by-resource"',
  product_object: 'A product must be a JSON object.',
  product_member: 'is unknown; the members of a product are {names}',
  product_host_in_use: 'must contain "{host}", which the application "{id}" uses',
  product_host_form: 'must be a host name as browsers write it, without scheme, port or path, such as "app.example"',
  sector_https: 'must start with "https://" (OpenID Connect Core §8.1)',
  sector_needless: 'must be null: an application without redirect addresses needs no sector identifier',
  sector_fixed: 'must stay on the host "{host}", or the application would treat everyone as a new user',
  sector_unreadable: 'cannot be read: {reason}',
  sector_list: 'must be the address of a JSON list of redirect addresses (OpenID Connect Core §8.1)',
  sector_lacking: 'does not list {addresses}',
  keys_needed: 'is required for "private_key_jwt" unless jwksUri is set; do not set both',
  keys_needless: 'must be null unless authentication is "private_key_jwt"',
  keys_set: 'must be a JSON Web Key Set: an object with the list "keys"',
  keys_count: 'must have 1 to {max} entries',
  key_object: 'must be a JSON Web Key',
  key_secret: 'must be a public key, but it has the private member "{name}"; stop using this key everywhere',
  key_use: 'must be for signatures ("use": "sig")',
  key_members: 'must have {names}',
  key_bits: 'must have at least {min} bits',
  key_type: 'must be of type EC (P-256), OKP (Ed25519) or RSA',
} as const

export type ApplicationDefinitionErrorCode = keyof typeof applicationDefinitionErrors

export type TextTemplateValues = Readonly<Record<string, string>>

export const fillTextTemplate = (words: string, values: TextTemplateValues): string =>
  words.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
