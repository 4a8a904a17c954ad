// Where the words of the inspector come from: its own, and those for every fault of a message.
import type { Chapter } from '../shape.ts'

export const inspector: Chapter<'inspector'> = {
  en: () => import('../en/inspector.ts'),
  de: () => import('../de/inspector.ts'),
}

export const faultGuides: Chapter<'faultGuides'> = {
  en: () => import('../en/fault-guides.ts'),
  de: () => import('../de/fault-guides.ts'),
}

export const messageFaults: Chapter<'messageFaults'> = {
  en: () => import('../en/message-faults.ts'),
  de: () => import('../de/message-faults.ts'),
}
