import { Problem } from '../../data/model/problem.ts'

/** The problem in the body of an error reply; `undefined` if the reply is not our server's. */
export function readProblem(body: string): Problem | undefined {
  try {
    return Problem.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}
