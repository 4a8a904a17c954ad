// Further lookalikes are found by Unicode normalization.
import type { SuspiciousCharacterKind } from './message-inspection-findings.ts'

export interface SuspiciousCharacterDescription {
  readonly kind: SuspiciousCharacterKind
  readonly name: string | null
  readonly looksLike: string | null
}

const charactersByCodePoint = new Map<number, SuspiciousCharacterDescription>()

addInvisibleCharacters('control', [
  [0x00, 'NULL'],
  [0x07, 'BELL'],
  [0x08, 'BACKSPACE'],
  [0x09, 'CHARACTER TABULATION'],
  [0x0b, 'LINE TABULATION'],
  [0x0c, 'FORM FEED'],
  [0x1b, 'ESCAPE'],
  [0x7f, 'DELETE'],
])
addInvisibleCharacters('line-ending', [
  [0x0d, 'CARRIAGE RETURN'],
  [0x85, 'NEXT LINE'],
  [0x2028, 'LINE SEPARATOR'],
  [0x2029, 'PARAGRAPH SEPARATOR'],
])
addInvisibleCharacters('invisible', [
  [0xad, 'SOFT HYPHEN'],
  [0x34f, 'COMBINING GRAPHEME JOINER'],
  [0x115f, 'HANGUL CHOSEONG FILLER'],
  [0x1160, 'HANGUL JUNGSEONG FILLER'],
  [0x180e, 'MONGOLIAN VOWEL SEPARATOR'],
  [0x200b, 'ZERO WIDTH SPACE'],
  [0x200c, 'ZERO WIDTH NON-JOINER'],
  [0x200d, 'ZERO WIDTH JOINER'],
  [0x2060, 'WORD JOINER'],
  [0x2061, 'FUNCTION APPLICATION'],
  [0x2062, 'INVISIBLE TIMES'],
  [0x2063, 'INVISIBLE SEPARATOR'],
  [0x2064, 'INVISIBLE PLUS'],
  [0x3164, 'HANGUL FILLER'],
  [0xfeff, 'ZERO WIDTH NO-BREAK SPACE'],
  [0xffa0, 'HALFWIDTH HANGUL FILLER'],
])
for (let index = 0; index < 16; index += 1)
  addCharacter(0xfe00 + index, 'invisible', `VARIATION SELECTOR-${index + 1}`, null)
for (let code = 0x20; code < 0x7f; code += 1)
  addCharacter(0xe0000 + code, 'invisible', `TAG FOR ${String.fromCharCode(code)}`, null)
for (const [code, name] of [
  [0xa0, 'NO-BREAK SPACE'],
  [0x1680, 'OGHAM SPACE MARK'],
  [0x2000, 'EN QUAD'],
  [0x2001, 'EM QUAD'],
  [0x2002, 'EN SPACE'],
  [0x2003, 'EM SPACE'],
  [0x2004, 'THREE-PER-EM SPACE'],
  [0x2005, 'FOUR-PER-EM SPACE'],
  [0x2006, 'SIX-PER-EM SPACE'],
  [0x2007, 'FIGURE SPACE'],
  [0x2008, 'PUNCTUATION SPACE'],
  [0x2009, 'THIN SPACE'],
  [0x200a, 'HAIR SPACE'],
  [0x202f, 'NARROW NO-BREAK SPACE'],
  [0x205f, 'MEDIUM MATHEMATICAL SPACE'],
  [0x2800, 'BRAILLE PATTERN BLANK'],
  [0x3000, 'IDEOGRAPHIC SPACE'],
] as const) {
  addCharacter(code, 'invisible', name, ' ')
}
addInvisibleCharacters('direction', [
  [0x61c, 'ARABIC LETTER MARK'],
  [0x200e, 'LEFT-TO-RIGHT MARK'],
  [0x200f, 'RIGHT-TO-LEFT MARK'],
  [0x202a, 'LEFT-TO-RIGHT EMBEDDING'],
  [0x202b, 'RIGHT-TO-LEFT EMBEDDING'],
  [0x202c, 'POP DIRECTIONAL FORMATTING'],
  [0x202d, 'LEFT-TO-RIGHT OVERRIDE'],
  [0x202e, 'RIGHT-TO-LEFT OVERRIDE'],
  [0x2066, 'LEFT-TO-RIGHT ISOLATE'],
  [0x2067, 'RIGHT-TO-LEFT ISOLATE'],
  [0x2068, 'FIRST STRONG ISOLATE'],
  [0x2069, 'POP DIRECTIONAL ISOLATE'],
])

addConfusableCharacters(
  'CYRILLIC SMALL LETTER',
  'а=a A, с=c ES, е=e IE, о=o O, р=p ER, х=x HA, у=y U, і=i BYELORUSSIAN-UKRAINIAN I, ј=j JE, ѕ=s DZE',
)
addConfusableCharacters('CYRILLIC SMALL LETTER', 'ԁ=d KOMI DE, һ=h SHHA, ԛ=q QA, ԝ=w WE, ӏ=l PALOCHKA')
addConfusableCharacters(
  'CYRILLIC CAPITAL LETTER',
  'А=A A, В=B VE, С=C ES, Е=E IE, Н=H EN, І=I BYELORUSSIAN-UKRAINIAN I, Ј=J JE, К=K KA, М=M EM, О=O O, Р=P ER',
)
addConfusableCharacters('CYRILLIC CAPITAL LETTER', 'Ѕ=S DZE, Т=T TE, Х=X HA, У=Y U, З=3 ZE')
addConfusableCharacters(
  'GREEK SMALL LETTER',
  'α=a ALPHA, ι=i IOTA, κ=k KAPPA, ν=v NU, ο=o OMICRON, ρ=p RHO, υ=u UPSILON, χ=x CHI, γ=y GAMMA',
)
addConfusableCharacters(
  'GREEK CAPITAL LETTER',
  'Α=A ALPHA, Β=B BETA, Ε=E EPSILON, Ζ=Z ZETA, Η=H ETA, Ι=I IOTA, Κ=K KAPPA, Μ=M MU, Ν=N NU, Ο=O OMICRON, Ρ=P RHO',
)
addConfusableCharacters('GREEK CAPITAL LETTER', 'Τ=T TAU, Υ=Y UPSILON, Χ=X CHI')
addConfusableCharacters('ARMENIAN SMALL LETTER', 'օ=o OH, ս=u SEH, հ=h HO, ց=g CO, զ=q ZA')
addConfusableCharacters('LATIN SMALL LETTER', 'ı=i DOTLESS I, ɑ=a ALPHA, ɡ=g SCRIPT G')
addConfusableCharacters(
  '',
  "‘=' LEFT SINGLE QUOTATION MARK, ’=' RIGHT SINGLE QUOTATION MARK, ‚=' SINGLE LOW-9 QUOTATION MARK",
)
addConfusableCharacters(
  '',
  '′=\' PRIME, ʼ=\' MODIFIER LETTER APOSTROPHE, “=" LEFT DOUBLE QUOTATION MARK, ”=" RIGHT DOUBLE QUOTATION MARK',
)
addConfusableCharacters('', '„=" DOUBLE LOW-9 QUOTATION MARK, ″=" DOUBLE PRIME')
addConfusableCharacters(
  '',
  '‐=- HYPHEN, ‑=- NON-BREAKING HYPHEN, ‒=- FIGURE DASH, –=- EN DASH, —=- EM DASH, ―=- HORIZONTAL BAR',
)
addConfusableCharacters('', '−=- MINUS SIGN, •=- BULLET, ﹣=- SMALL HYPHEN-MINUS')
addConfusableCharacters(
  '',
  '։=: ARMENIAN FULL STOP, ׃=: HEBREW PUNCTUATION SOF PASUQ, ː=: MODIFIER LETTER TRIANGULAR COLON, ∶=: RATIO',
)
addConfusableCharacters('', '꞉=: MODIFIER LETTER COLON, ：=: FULLWIDTH COLON')
addConfusableCharacters(
  '',
  '⁄=/ FRACTION SLASH, ∕=/ DIVISION SLASH, ․=. ONE DOT LEADER, 。=. IDEOGRAPHIC FULL STOP, ·=. MIDDLE DOT',
)

/** Returns undefined for printable ASCII and the line feed. */
export function findSuspiciousCharacterDescription(codePoint: number): SuspiciousCharacterDescription | undefined {
  if ((codePoint >= 0x20 && codePoint < 0x7f) || codePoint === 0x0a) return undefined
  const listed = charactersByCodePoint.get(codePoint)
  if (listed) return listed
  if (codePoint < 0xa0) return { kind: 'control', name: null, looksLike: null }
  // NFKC maps full-width, mathematical and superscript letters to ASCII (UAX #15).
  const plain = String.fromCodePoint(codePoint).normalize('NFKC')
  return plain.length === 1 && plain > ' ' && plain < '\x7f'
    ? { kind: 'look-alike', name: formatFullwidthName(codePoint, plain), looksLike: plain }
    : { kind: 'foreign', name: null, looksLike: null }
}

/** Returns, for example, `U+200B ZERO WIDTH SPACE`, or only the number if there is no name. */
export function formatCharacterName(codePoint: number): string {
  const number = 'U+' + codePoint.toString(16).toUpperCase().padStart(4, '0')
  const name = findSuspiciousCharacterDescription(codePoint)?.name
  return name ? `${number} ${name}` : number
}

function formatFullwidthName(codePoint: number, letter: string): string | null {
  if (codePoint < 0xff21 || codePoint > 0xff5a || !/[A-Za-z]/.test(letter)) return null
  return `FULLWIDTH LATIN ${letter < 'a' ? 'CAPITAL' : 'SMALL'} LETTER ${letter.toUpperCase()}`
}

function addCharacter(codePoint: number, kind: SuspiciousCharacterKind, name: string, looksLike: string | null): void {
  charactersByCodePoint.set(codePoint, { kind, name, looksLike })
}

function addInvisibleCharacters(kind: SuspiciousCharacterKind, rows: readonly (readonly [number, string])[]): void {
  for (const [codePoint, name] of rows) addCharacter(codePoint, kind, name, null)
}

// Parses a list in the form "character=ASCII NAME, …".
function addConfusableCharacters(prefix: string, rows: string): void {
  for (const [, character, ascii, name] of rows.matchAll(/(.)=(.) ([^,]+)(?:, |$)/gu)) {
    addCharacter(character!.codePointAt(0)!, 'look-alike', `${prefix} ${name}`.trim(), ascii!)
  }
}
