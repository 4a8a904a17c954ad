// Groups of commands, and examples, in the help of commands.
import { formatCliCommand } from '../platform/cli-command-prefix.ts'

const groups = {
  'Server:': ['start', 'settings', 'health', 'version'],
  'Applications:': ['application', 'group', 'resource', 'product', 'registration-token'],
  'People:': ['person', 'owner'],
  'Data and keys:': ['audit', 'backup', 'restore', 'keys'],
  'Other servers:': ['login', 'logout'],
  'Tools:': ['chain', 'mail', 'inspect', 'verify', 'seed', 'completion'],
} as const

export const cliCommandHelpGroups: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(groups).flatMap(([group, names]) => names.map((name) => [name, group])),
)

export const cliCommandExamples: Readonly<Record<string, readonly string[]>> = {
  '': [
    'start',
    'application add --preset gitea --address https://git.example',
    'group add friends --wallets-file wallets.csv',
    'backup backup.db',
  ],
  application: ['application add --preset list', 'application add Wiki --kind web --redirect URL'],
  'application add': [
    'application add --preset gitea --address https://git.example',
    'application add Wiki --kind web --redirect URL --env',
  ],
  'application list': ['application list', 'application list --json', 'application list | cut -f 1'],
  'application show': ['application show grafana'],
  'group add': ['group add friends --wallets-file wallets.csv', 'group add members --subname-of members.eth'],
  'application change': ['application change grafana --allowed-group staff'],
  'application rotate-secret': ['application rotate-secret grafana --overlap 24h'],
  'application apply': ['application apply applications.json --dry-run'],
  group: ['group list', 'group check holders PERSON'],
  'group check': ['group check holders PERSON'],
  resource: ['resource add https://api.example/ --open-to applications'],
  product: ['product add shop --name Shop --host shop.example'],
  'registration-token create': ['registration-token create --lifetime 1h --uses 1'],
  person: ['person suspend PERSON --reason "lost wallet"'],
  owner: ['owner grant 0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  audit: ['audit verify', 'audit export log.jsonl --from 2030-01-01T00:00:00Z'],
  'audit export': ['audit export log.csv --format csv --type sign_in.refused'],
  backup: ['backup backup.db'],
  restore: ['restore backup.db'],
  keys: ['keys list', 'keys rotate'],
  chain: ['chain check', 'chain check 8453'],
  mail: ['mail test me@example.org'],
  login: ['login https://sign-in.example', 'application list --server https://sign-in.example'],
}

/** Returns an empty text for a command without examples. */
export function formatCliExamples(path: string): string {
  const lines = cliCommandExamples[path]
  return lines === undefined ? '' : `\nExamples:\n${lines.map((line) => `  ${formatCliCommand(line)}`).join('\n')}`
}
