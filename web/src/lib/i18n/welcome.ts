import { words } from "./words";

export default words(
  {
    title: "What stays",
    text: "Talk as you like. What matters is remembered, and comes back when it helps, with the reason why.",
    limited: "It works already, without any key: answers are quotes from what is remembered. A language model makes them into sentences.",
    addModel: "Add a model",
    sample: "Try a sample conversation",
    making: "One moment…",
    begin: "Or begin with",
    first: "I like slow mornings, no alarm on trips.",
    quoted: "“{words}”",
    second: "My sister Ana moved to Porto in May.",
    private: "Everything stays in one file on this machine.",
  },
  {
    title: "余温犹在",
    text: "想说什么就说什么。要紧的事会记住，用得上的时候再想起来，并说明缘由。",
    limited: "不用密钥也能用：现在的回答只引用记得的原话。接上语言模型，就能好好说成句子。",
    addModel: "接入模型",
    sample: "看一段示例对话",
    making: "稍等……",
    begin: "也可以从这里说起",
    first: "我喜欢慢悠悠的早晨，旅行不定闹钟。",
    quoted: "「{words}」",
    second: "妹妹安娜五月搬到波尔图了。",
    private: "所有内容都在这台机器的一个文件里。",
  },
);
