import tailwind from '@tailwindcss/vite'
import { compileTranslationsVitePlugin } from './compile-translations.ts'

export const componentTestVitePlugins = [tailwind(), compileTranslationsVitePlugin()]
