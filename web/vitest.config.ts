import { defineConfig, mergeConfig } from "vitest/config";
import viteConfig from "./vite.config.ts";

export default defineConfig((environment) =>
  mergeConfig(viteConfig(environment), {
    test: {
      environment: "happy-dom",
      setupFiles: ["src/shared/test/setup.ts"],
      restoreMocks: true,
      testTimeout: 120_000,
      expect: { poll: { timeout: 30_000 } }, // as for Testing Library, in setup.ts
      include: ["src/**/*.test.{ts,tsx}"],
      maxWorkers: 2,
      isolate: false, // the files share loaded modules: a third of the CPU time. setup.ts clears what a test leaves
    },
  }),
);
