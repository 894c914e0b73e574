export { default } from '../admin/frame.tsx'
