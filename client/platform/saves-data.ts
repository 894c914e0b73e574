export { savesData } from '../store/saves-data.ts'
