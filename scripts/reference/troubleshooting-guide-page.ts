// docs/guides/troubleshooting.md: a paragraph for every refusal, from the rows that the log names, and what goes wrong without any.
import { applicationPresets } from '../../server/src/oidc/presets/application-preset-registry.ts'
import type { ApplicationPreset } from '../../server/src/oidc/presets/application-preset-types.ts'
import { oidcErrorTroubleshootingEntries } from '../../server/src/oidc/troubleshooting/oidc-error-troubleshooting-entries.ts'
import type { OidcErrorTroubleshootingEntry } from '../../server/src/oidc/troubleshooting/oidc-error-troubleshooting-entry-type.ts'
import { formatMarkdownCode, formatMarkdownTable } from './format-markdown.ts'

const note =
  '<!-- Made by `npm run reference` from server/src/oidc/troubleshooting and server/src/oidc/presets. A change here is lost with the next one. -->\n\n'

/** The page, by its path from the root. */
export const renderTroubleshootingGuide = (): { path: string; text: string } => ({
  path: 'docs/guides/troubleshooting.md',
  text: note + page(),
})

const linksTo = (programs: readonly ApplicationPreset[]): string =>
  programs.map(({ id, name }) => `[${name}](programs/${id}.md)`).join(', ')

const those = (is: (program: ApplicationPreset) => boolean): string => linksTo(applicationPresets.filter(is))

const page = (): string => `# Troubleshooting

What an application is told is short, because anybody can ask. **The log of Countersign has the whole reason**: a line for each refusal, with the
application, the error, the reason (\`reason\`, \`detail\`) and, as \`help\`, the paragraph of this page. A page of Countersign shows a request id; the line
with that id is the one.

    {"level":"info","application":"grafana","error":"invalid_request","reason":"Authorization Server policy requires PKCE …",
     "help":"docs/guides/troubleshooting.md#pkce-missing","msg":"authorization.error"}

An administrator can try an application's sign-in in the console, and sees what it would be told: when that works, what is left is in the program.

${renderErrorIndex()}

${renderProgramTroubles()}

${renderWalletTroubles()}

${renderRefusals()}
`

const renderErrorIndex = (): string => `## By what the program says

${formatMarkdownTable(
  ['error', 'says', 'paragraph'],
  oidcErrorTroubleshootingEntries
    .flatMap((trouble) => trouble.errors.map((error) => [error, trouble] as const))
    .toSorted(([one, a], [other, b]) => (one === other ? order(a, b) : one < other ? -1 : 1))
    .map(([error, trouble]) => [formatMarkdownCode(error), trouble.symptom, `[${trouble.id}](#${trouble.id})`]),
)}

On a page of Countersign stands one of these: \`application.not_registered\` ([client-unknown](#client-unknown)), \`application.disabled\` ([client-disabled](#client-disabled)), \`application.redirect_uri_not_registered\`
([redirect-unregistered](#redirect-unregistered), [sign-out](#sign-out)), \`application.request_invalid\` ([request-broken](#request-broken)),
\`interaction.invalid\` ([interaction-over](#interaction-over)). All codes are in [the reference](../reference/errors.md).`

const renderProgramTroubles = (): string => `## Nothing is refused here, and it fails there

### unexpected-algorithm

The program says "unexpected JWT alg received, expected RS256, got: ES256", "unexpected algorithm", "invalid signature", "no matching key" or "ID token validation
failed". Its library expects RS256, the oldest algorithm; new applications get RS256, and those registered before this default keep ES256. \`countersign application change ID
--id-token-algorithm RS256\`, or choose ES256 in the program. Here it is set for ${those(({ definition }) => definition.idTokenAlgorithm === 'RS256')}.

### names-missing

The person has no name in the program, their \`sub\` for one, or no groups, though they shared them: it looks into the ID token alone, and what goes
beyond \`sub\` is at userinfo. \`countersign application change ID --claims-in id-token\`. So it is with ${those(({ definition }) => definition.claimsIn === 'id-token')}.
Where that does not help, the person has not shared it, or has none (nobody is given a user name that they did not choose), or the program does not ask
for the scope: \`/account/applications\` shows what it is told. Let the program fall back to \`sub\`.

### token-type

A service refuses every access token: "the given typ value needs to be one of [JWT]", "JOSE header typ (type) at+jwt not allowed" (Spring), "invalid token type". It knows only
tokens of the type \`JWT\`; those of Countersign have \`at+jwt\` (RFC 9068). \`countersign resource change ADDRESS --token-type JWT\`, where the service has no setting
for it. Such a token is never taken for an ID token here; the service must check \`aud\`.

### certificate-refused

The log has \`certificate_refused\` for an address that Countersign fetches or calls: the certificate is expired, names another host, or comes from an authority that
Node does not know. For an authority of your own: [NODE_EXTRA_CA_CERTS](install.md#a-private-certificate-authority).

### no-refresh-token

People are signed out after five minutes, or the program says that it got no refresh token; the log has \`authorization.no_refresh_token\` with the reason. A refresh token
needs the grant \`refresh_token\` and the scope \`offline_access\` in the application, \`offline_access\` in the request, and the person's consent. \`prompt=consent\` is not
needed. With \`prompt=none\` no one can be asked: send the person through an interactive request once.

### scopes-left-out

The program signs people in and then lacks something: groups, names, access to an API. The log has \`authorization.scopes_left_out\` with the scopes that the program
requested and may not have, and the command that allows them; the token response names what was granted. A program that comes back again and again for the
same scopes without anyone seeing a page gets \`invalid_scope\` at the third time within a minute.

### no-pkce

Libraries that know no PKCE, and programs made with them, get \`--pkce optional\`; what they send is checked all the same. Here it is set for
${those(({ definition }) => definition.pkce === 'optional')}. All others are refused without ([pkce-missing](#pkce-missing)).

### email-missing

The program says "email_not_found" (Better Auth), "required attribute email was not provided" (Grafana), "OAuth profile does not have an email address" (Immich), "An email
field was not returned" (Outline), "Claim does not contain an email address" (Vikunja) or the like. No address is
sent unless the operator chose that for the application. What to do: [e-mail addresses](connect-an-application.md#e-mail-addresses). An alias of this server will
do for ${those(({ email }) => email === 'alias')}; one that is verified is needed by ${those(({ email }) => email === 'verified')}.

### email-not-verified

The program says "email_verified claim is missing or false", "email not verified" or \`ERR_1026\`. It finds accounts by their address, and therefore takes only one that is
vouched for. An alias is not, and nobody can choose one: where all addresses come from here, it can be let in by a setting of the program
([Mealie](programs/mealie.md), [Komga](programs/komga.md)).

### name-taken

"User name is taken", "conflict" or "already exists" at the first sign-in: somebody in the program has the name that \`preferred_username\` proposes. Let one of the two
choose another; never let the program give the account to whoever comes with its name.

### issuer-mismatch

"issuer mismatch", "iss missing from the response" or "unexpected iss value". The issuer is the address of Countersign exactly, without a slash at the end. A library
that does not pass on \`iss\` (RFC 9207) is old: update it.

### discovery-fails

The program does not start, or says that it cannot reach the provider, "certificate" or "self signed": it asks \`/.well-known/openid-configuration\`, \`/token\`, \`/userinfo\` and
\`/jwks\` itself, from where it runs. Try it from there with \`curl\`.

### state-mismatch

"state mismatch", "nonce mismatch" or "invalid state": the program has lost the cookie that it set before. It was opened at another address than its own, the person went back
and forth, or its cookie is not sent to it from another site (\`SameSite=Strict\`). Begin again at the address that is registered.

### device-interval

A program in the device flow is told to slow down, or gives up: it asks every \`interval\` seconds, and five where none is sent (RFC 8628 §3.2).

### introspection-inactive

\`/introspect\` answers \`{"active":false}\` for a token that works elsewhere, and the service says 401. A service sees tokens for its own resource, those of
applications that are named for it, and its own. Where the log has \`introspection.hidden\`, its \`reason\` is the command: \`--introspection ADDRESS\` for
tokens of a resource, \`--introspection application:ID\` for those of an application that sends no \`resource\` ([machine.md](machine.md#a-service-that-asks)). Without
such a line the token is over: it expired, or its session, its person's consent or its application has ended.`

const renderWalletTroubles = (): string => `## The wallet is not on the sign-in page

### wallet-kept-out

"This browser keeps an extension out of this page", or the wallet is missing in Firefox and there in Chrome: Firefox applies the page's content security policy to what
extensions put into it, and the wallet injects itself by an inline script or \`eval\`. Nothing on this server allows it: a policy that did would allow an attacker's script too
([why](../decisions/0067-wallet-injection-in-firefox.md)). Update the wallet (MetaMask has another way since May 2026), or use a phone, a passkey or another
browser. Firefox's console names the blocked script. The same is said where an extension that is no wallet was blocked and no wallet was found.

"MetaMask was not found" (or the name of another wallet): it was used last in this browser, and has not announced itself within a second. It may be turned off, removed, or
not allowed in private windows.`

const renderRefusals = (): string => `## Every refusal

${oidcErrorTroubleshootingEntries.toSorted(order).map(describe).join('\n\n')}`

const order = (one: OidcErrorTroubleshootingEntry, other: OidcErrorTroubleshootingEntry): number =>
  one.id < other.id ? -1 : 1

const describe = ({ id, errors, symptom, cause, fix }: OidcErrorTroubleshootingEntry): string => `### ${id}

${errors.map(formatMarkdownCode).join(', ')}

- **Seen in the program**: ${symptom}
- **Why**: ${cause}
- **What to change**: ${fix}`
