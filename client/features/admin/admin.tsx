export { default } from './frame.tsx'
