// Types for the parts of apg-js that the tests use to generate parsers from grammars.
declare module 'apg-js/src/apg-api/api.js' {
  export default class ApgApi {
    constructor(grammar: string)
    generate(): void
    readonly errors: readonly unknown[]
    errorsToAscii(): string
    toObject(): object
  }
}
declare module 'apg-js/src/apg-lib/node-exports.js' {
  const apg: {
    parser: new () => { parse(grammar: object, startRule: string, text: readonly number[]): { success: boolean } }
  }
  export default apg
}
