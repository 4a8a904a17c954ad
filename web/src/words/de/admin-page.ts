// The words that the administration begins with, those of its first page among them, as one file.
export * from './admin.ts'
export * from './admin-overview.ts'
export * from './admin-reasons.ts'
export * from './step-up.ts'
export * from './worth-doing.ts'
