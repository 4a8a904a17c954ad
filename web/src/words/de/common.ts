// The German words that every page needs, the light sign-in page too; the other pages add chapters. People are addressed as "Sie".
export { alteredMessage, errors } from './errors.ts'
export { signIn } from './sign-in.ts'
export { ui } from './ui.ts'
