// Refuses `npm pack` and `npm publish` in the repository (prepack). Runs on any Node version.
console.error(
  'Nothing was packed: this folder contains TypeScript, which Node does not import from node_modules. ' +
    'Run "npm run release" in the root of the repository, which builds, packs and checks the libraries and the server.',
)
process.exit(1)
