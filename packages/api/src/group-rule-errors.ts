// Everything that can be wrong with the rule of a group: a code each, and the words that follow the path of the part. The command line says them as
// they stand; the screens have sentences of their own for each, in each language.

export const groupRuleErrors = {
  parts: 'is one part too many; a rule has at most {max}',
  depth: 'is too deep; a rule has at most {max} levels',
  object: 'must be an object with "type", or with "all" or "any"',
  type: 'must be one of {types}',
  strange: 'is not known; {what} has {names}',
  beside: 'must not stand beside "{joint}"',
  empty: 'must be a list with at least one part',
  none_alone:
    'must have another part beside "none", which says what somebody must have, such as { "type": "erc20", … }',
  none_place: '"none" must be a part of "all", beside what somebody must have',
  none_wallets:
    'must be a list of wallets, such as { "type": "wallets", "wallets": ["0x…"] }: what somebody holds could be left at home',
  id_beside_ids: 'must not stand beside "tokenIds"; it can be one of these',
  amount_beside_id: 'must not stand beside "tokenId": there is one token of each number',
  ids: 'must be a list of numbers and ranges, such as ["5", { "from": "10", "to": "20" }], of at most {max} numbers in all: each one is asked for',
  ids_in_all: 'must not name more than {max} numbers together with the other parts',
  ids_twice: 'must not name a number twice',
  range: 'must not be less than "from"',
  places:
    'must be a list of 1 to {max} places, such as { "chain": "1", "contract": "0x…" } for a token, or { "chain": "1" } for the coin of a chain',
  place: 'must be an object with "chain", and with "contract" for a token',
  place_twice: 'must not be there twice: it would be counted twice',
  place_decimals: 'does not say how many decimals it has, and cannot be added up',
  total: 'must be a number above 0 in the unit of what is added up, such as "1500.5"',
  total_unit: 'must have no unit that is not that of all places, such as "1500.5"',
  total_decimals: 'has {given} decimals, and no place has more than {max}: write such as "1500.5"',
  token_kind: 'is no token of this kind ("{type}"), but of "{kinds}"',
  token_told: 'must be what the server wrote there: symbol, name and decimals; leave it out, and it is read anew',
  token_no_code: 'has no contract at it on this chain; the same token has another address on each chain',
  token_unknown_type: 'is a contract, but no token that rules know (ERC-20, ERC-721, ERC-1155)',
  token_name_not_found:
    'must be an address, "0x" and 40 hexadecimal digits, or a name (ENS) that leads to one on this chain',
  truth: 'must be true or false',
  wallets: 'must be a list of 1 to {max} wallets',
  wallet_twice: 'must not be there twice',
  wallet:
    'must be "0x…" (a plain key), "eip155:CHAIN:0x…" (a contract wallet on that chain), or an address of Solana or Bitcoin',
  address: 'must be an address: "0x" and 40 hexadecimal digits',
  checksum: 'has a mistake in it: its checksum (ERC-55) does not agree',
  chain: 'must name a chain by its id, such as "1", or by its name, such as "Base"',
  amount_zero: 'must be more than 0',
  amount_whole: 'must be a whole number such as "5": the token does not say how many decimals it has',
  amount_form: 'must be an amount such as {example}',
  amount_no_symbol: 'must have no unit, such as "1.5": the token has no symbol',
  amount_other_symbol: 'must be in {symbol}, which is what this token is called, such as {example}',
  amount_decimals: 'has {given} decimals, and {token} has {max}: write at most "{example}"',
  amount_decimals_unnamed: 'has {given} decimals, and the token has {max}: write at most "{example}"',
  amount_most: 'is more than there can be (2^256 - 1)',
  number: 'must be a whole number from {least} to 2^256 - 1, written as a text',
  name: 'must be a name such as "example.eth"',
  names_lacking: 'needs names, and no chain with a registry of names (ENS) is configured',
  chain_lacking: 'needs chain {chain}, which is not configured; these are: {known}',
  chains_lacking: 'needs chain {chain}, which is not configured; none is',
  name_form: 'has the name "{name}", which must be written "{normal}"',
  name_never: 'has the name "{name}", which cannot be registered',
} as const

export type GroupRuleErrorCode = keyof typeof groupRuleErrors
