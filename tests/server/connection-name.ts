/** The name of the tests' connections to PostgreSQL. The product counts those that have its own name. */
export const TESTS = 'offlead tests'
