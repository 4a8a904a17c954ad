// Generates parsers from ABNF grammars (RFC 5234), with which tests compare the handwritten ones.
import ApgApi from 'apg-js/src/apg-api/api.js'
import apg from 'apg-js/src/apg-lib/node-exports.js'

/** The parser returns whether the code points (or bytes) match the rule. @throws on a wrong grammar */
export function generateGrammarParser(source: string): (rule: string, codes: readonly number[]) => boolean {
  const api = new ApgApi(source)
  api.generate()
  if (api.errors.length > 0) throw new Error(api.errorsToAscii())
  const grammar = api.toObject()
  const parser = new apg.parser()
  return (rule, codes) => parser.parse(grammar, rule, [...codes]).success
}
