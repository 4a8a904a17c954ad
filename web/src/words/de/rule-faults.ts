// Was an der Regel einer Gruppe nicht stimmen kann, je ein Satz; in den geschweiften Klammern steht, was der Server dazu sagt.
import type { RuleFaultCode } from '@countersign/api/rule-faults'

export const ruleFaults: Readonly<Record<RuleFaultCode, string>> = {
  parts: 'Das ist ein Teil zu viel; eine Regel hat höchstens {max}.',
  depth: 'Das liegt zu tief; eine Regel hat höchstens {max} Ebenen.',
  object: 'Das muss ein Objekt mit „type“ sein, oder mit „all“ oder „any“.',
  type: 'Das muss eines von diesen sein: {types}.',
  strange: 'Das ist hier nicht bekannt; es gibt {names}.',
  beside: 'Das darf nicht neben „{joint}“ stehen.',
  empty: 'Das muss eine Liste mit mindestens einem Teil sein.',
  none_alone:
    'Neben „none“ muss ein anderer Teil stehen, der sagt, was jemand haben muss, etwa { "type": "erc20", … }.',
  none_place: '„none“ muss ein Teil von „all“ sein, neben dem, was jemand haben muss.',
  none_wallets:
    'Das muss eine Liste von Wallets sein, etwa { "type": "wallets", "wallets": ["0x…"] }: Was jemand hält, könnte zu Hause bleiben.',
  id_beside_ids: 'Das darf nicht neben „tokenIds“ stehen; es kann eine davon sein.',
  amount_beside_id: 'Das darf nicht neben „tokenId“ stehen: Von jeder Nummer gibt es ein Token.',
  ids: 'Das muss eine Liste von Nummern und Bereichen sein, etwa ["5", { "from": "10", "to": "20" }], zusammen höchstens {max} Nummern: Jede wird einzeln erfragt.',
  ids_in_all: 'Mit den anderen Teilen zusammen dürfen es höchstens {max} Nummern sein.',
  ids_twice: 'Eine Nummer steht zweimal da.',
  range: 'Das darf nicht kleiner als „from“ sein.',
  places:
    'Das muss eine Liste von 1 bis {max} Orten sein, etwa { "chain": "1", "contract": "0x…" } für ein Token oder { "chain": "1" } für die Münze einer Blockchain.',
  place: 'Das muss ein Objekt mit „chain“ sein, für ein Token auch mit „contract“.',
  place_twice: 'Das steht zweimal da und würde zweimal gezählt.',
  place_decimals: 'Es sagt nicht, wie viele Dezimalstellen es hat, und lässt sich nicht zusammenzählen.',
  total: 'Das muss eine Zahl über 0 in der Einheit der Token sein, etwa „1500.5“.',
  total_unit: 'Eine Einheit darf nur dastehen, wenn sie die aller Orte ist, etwa „1500.5“.',
  total_decimals: 'Das hat {given} Dezimalstellen, und kein Ort hat mehr als {max}: schreiben Sie etwa „1500.5“.',
  token_kind: 'Das ist kein Token dieser Art („{type}“), sondern eines von „{kinds}“.',
  token_told:
    'Das muss sein, was der Server dorthin schrieb: symbol, name und decimals; lassen Sie es weg, dann wird es neu gelesen.',
  token_no_code: 'Auf dieser Blockchain steht dort kein Vertrag; dasselbe Token hat auf jeder eine andere Adresse.',
  token_unknown_kind: 'Das ist ein Vertrag, aber kein Token, das Regeln kennen (ERC-20, ERC-721, ERC-1155).',
  token_name_unknown:
    'Das muss eine Adresse sein, „0x“ und 40 hexadezimale Ziffern, oder ein Name (ENS), der auf dieser Blockchain zu einer führt.',
  truth: 'Das muss true oder false sein.',
  wallets: 'Das muss eine Liste von 1 bis {max} Wallets sein.',
  wallet_twice: 'Das steht schon da.',
  wallet:
    'Schreiben Sie „0x…“ (ein einfacher Schlüssel), „eip155:CHAIN:0x…“ (eine Vertrags-Wallet auf dieser Blockchain) oder eine Adresse von Solana oder Bitcoin.',
  address: 'Das muss eine Adresse sein: „0x“ und 40 hexadezimale Ziffern.',
  checksum: 'Darin ist ein Tippfehler: Ihre Prüfsumme (ERC-55) stimmt nicht.',
  chain: 'Nennen Sie eine Blockchain mit ihrer Nummer, etwa „1“, oder mit ihrem Namen, etwa „Base“.',
  amount_zero: 'Das muss mehr als 0 sein.',
  amount_whole: 'Das muss eine ganze Zahl sein, etwa „5“: Das Token sagt nicht, wie viele Dezimalstellen es hat.',
  amount_form: 'Schreiben Sie einen Betrag, etwa {example}.',
  amount_no_symbol: 'Ohne Einheit, etwa „1.5“: Das Token hat kein Kürzel.',
  amount_other_symbol: 'Das muss in {symbol} sein, so heißt dieses Token, etwa {example}.',
  amount_decimals: 'Das hat {given} Dezimalstellen, und {token} hat {max}: schreiben Sie höchstens „{example}“.',
  amount_decimals_unnamed:
    'Das hat {given} Dezimalstellen, und das Token hat {max}: schreiben Sie höchstens „{example}“.',
  amount_most: 'Das ist mehr, als es geben kann (2^256 - 1).',
  number: 'Das muss eine ganze Zahl von {least} bis 2^256 - 1 sein, als Text geschrieben.',
  name: 'Das muss ein Name sein, etwa „example.eth“.',
  names_lacking: 'Sie braucht Namen, und keine Blockchain mit einem Namensregister (ENS) ist eingerichtet.',
  chain_lacking: 'Sie braucht die Blockchain {chain}, die nicht eingerichtet ist; das sind: {known}.',
  chains_lacking: 'Sie braucht die Blockchain {chain}; eingerichtet ist keine.',
  name_form: 'Der Name „{name}“ muss „{normal}“ geschrieben werden.',
  name_never: 'Der Name „{name}“ kann nicht registriert werden.',
}
