/** Packages with native code need their other files, and `pg` is optional. */
export const externalPackages = ['better-sqlite3', 'sharp', 'secp256k1', 'pg']
