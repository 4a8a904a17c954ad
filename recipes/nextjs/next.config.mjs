// The clone around this recipe has a lockfile too. Without this line, Next.js takes the clone as the root.
export default { turbopack: { root: import.meta.dirname } }
