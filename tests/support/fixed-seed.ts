import fc from 'fast-check'

// Property tests try the same values in each run, so that a failure is due to a change. `SEED=… npm test` tries
// others.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['SEED'] ?? 2026) })
