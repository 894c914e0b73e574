import { searchBench } from './search.bench.ts'

// A benchmark reports; it never fails on a time.
searchBench()
