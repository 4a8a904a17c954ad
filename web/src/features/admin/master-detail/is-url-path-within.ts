export const isUrlPathWithin = (path: string, thing: string): boolean => path === thing || path.startsWith(`${thing}/`)
