// The Vite plugins that component tests share with the build of the screens.
import tailwind from '@tailwindcss/vite'
import { compileTranslationsVitePlugin } from './compile-translations.ts'

export const componentTestVitePlugins = [tailwind(), compileTranslationsVitePlugin()]
