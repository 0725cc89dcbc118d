import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.browser },
    rules: {
      "prefer-const": "error",
      eqeqeq: "error",
      "no-var": "error",
      "no-implicit-globals": "error",
      complexity: ["error", 18],
      "max-lines": ["error", 400],
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: "text is set as text, never as markup" },
        { property: "outerHTML", message: "text is set as text, never as markup" },
        { property: "insertAdjacentHTML", message: "text is set as text, never as markup" },
      ],
    },
  },
  { files: ["tests/page/**"], languageOptions: { globals: globals.node } },
];
