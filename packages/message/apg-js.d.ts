// What of apg-js generates a reader from a grammar, for the tests: it comes without types.
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
