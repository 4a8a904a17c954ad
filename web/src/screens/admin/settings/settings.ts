// The settings as their page has them, and what of them can be chosen there.
import type { AdminAnswer, AdminInput } from '@countersign/api/admin-calls'

export type Settings = AdminAnswer<'readSettings'>

export type Choices = AdminInput<'changeBranding'>['body']
