/** What stays outside of the bundle (externals): compiled code comes with its package, and finds it by where it lies; `pg` is loaded by who has one. */
export const externalPackages = ['better-sqlite3', 'sharp', 'secp256k1', 'pg']
