// Each input is placed in a message whose validity depends only on the tested rule.
import { MessageError, parseSignInMessage } from '@countersign/message'

/** `answer` says whether the rule accepts the input. */
export interface GrammarRuleTestVector {
  readonly rule: string
  readonly input: string
  readonly answer: boolean
}

interface MessageParts {
  domain?: string
  statement?: string
  uri?: string
  requestId?: string
}

const messagePartsByRule: Readonly<Record<string, (input: string) => MessageParts>> = {
  scheme: (input) => ({ uri: `${input}:` }),
  statement: (statement) => ({ statement }),
  // The input is placed in the domain, because the rest of a URI could be accepted as a path.
  userinfo: (input) => ({ domain: `${input}@example.com` }),
  IPvFuture: (input) => ({ domain: `[${input}]` }),
  'reg-name': (input) => ({ domain: `somebody@${input}` }),
  'segment-nz': (requestId) => ({ requestId }),
  'pct-encoded': (requestId) => ({ requestId }),
  fragment: (input) => ({ uri: `a:#${input}` }),
}

/** Returns null if the result is as expected. */
export function checkGrammarRuleTestVector({ rule, input, answer }: GrammarRuleTestVector): string | null {
  const place = messagePartsByRule[rule]
  if (place === undefined) return `unknown rule ${rule}`
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
