// The public vectors that are about one rule of the grammar: each text is put into a message at the place where that rule, and nothing else,
// decides whether the message is one.
import { MessageError, parseSignInMessage } from '@countersign/message'

/** One vector: a text, and whether the rule takes it. */
export interface GrammarRuleTestVector {
  readonly rule: string
  readonly input: string
  readonly answer: boolean
}

/** What is not as in the message that all have in common. */
interface MessageParts {
  domain?: string
  statement?: string
  uri?: string
  requestId?: string
}

const messagePartsByRule: Readonly<Record<string, (input: string) => MessageParts>> = {
  scheme: (input) => ({ uri: `${input}:` }),
  statement: (statement) => ({ statement }),
  // An authority rather than a URI: what ends an authority there begins a path here, and would be let pass by another rule.
  userinfo: (input) => ({ domain: `${input}@example.com` }),
  IPvFuture: (input) => ({ domain: `[${input}]` }),
  'reg-name': (input) => ({ domain: `somebody@${input}` }),
  'segment-nz': (requestId) => ({ requestId }),
  'pct-encoded': (requestId) => ({ requestId }),
  fragment: (input) => ({ uri: `a:#${input}` }),
}

/** What happened to a vector where it is not what the vector says; null where it is. */
export function checkGrammarRuleTestVector({ rule, input, answer }: GrammarRuleTestVector): string | null {
  const place = messagePartsByRule[rule]
  if (place === undefined) return `no place in a message is known for the rule ${rule}`
  try {
    parseSignInMessage(createMessage(place(input)))
    return answer ? null : 'accepted'
  } catch (fault) {
    if (!(fault instanceof MessageError)) throw fault
    return answer ? fault.code : null
  }
}

const createMessage = ({
  domain = 'example.com',
  statement,
  uri = 'https://example.com',
  requestId,
}: MessageParts): string =>
  `${domain} wants you to sign in with your Ethereum account:
0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
${statement === undefined ? '' : `\n${statement}`}

URI: ${uri}
Version: 1
Chain ID: 1
Nonce: 12345678
Issued At: 2024-02-29T12:00:00Z${requestId === undefined ? '' : `\nRequest ID: ${requestId}`}`
