// The Vite plugins that component tests share with the build of the screens.
import tailwind from '@tailwindcss/vite'

export const testPlugins = [tailwind()]
