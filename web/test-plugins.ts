// The Vite plugins that component tests share with the build of the screens.
import tailwind from '@tailwindcss/vite'
import { compileMessages } from './messages.ts'

export const testPlugins = [tailwind(), compileMessages()]
