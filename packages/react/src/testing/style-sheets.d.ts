// Tests import style sheets, as applications do.
declare module '*.css'
