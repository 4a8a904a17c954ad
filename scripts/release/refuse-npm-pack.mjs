// Refuses `npm pack` and `npm publish` in a folder of the repository (prepack). Runs on any Node that npm has.
console.error(
  'Nothing was packed: this folder holds TypeScript, which Node does not import from node_modules. ' +
    'Run "npm run release" in the root of the repository: it builds, packs and checks the libraries and the server.',
)
process.exit(1)
