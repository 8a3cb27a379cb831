"""Examples in both languages; none of them is in the benchmark's own set."""

from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.write.worth import Kind, Worth, standard, weigh
from nagori.write.worth_features import NAMES

KEPT_EN = """
we've just had an offer accepted on a cottage in Wales |
I can only type with one hand at the moment, broke my collarbone skiing |
my nephew's a drummer in a death metal band and I've never missed a gig |
I get seasick in the bath | Started HRT in the spring | Not a breakfast person. Never have been. |
my landlord's selling up so I need to be out by the end of August |
i teach year 4, 31 kids this term | Mum's 80th is on the 9th, we're doing a boat trip |
could you always give prices in euros? I live in Ghent | I only read on paper |
my ex and I share custody, I have the boys every other week |
I've got a stammer so I prefer texting | the vet says Pepper needs two teeth out on Monday |
finally passed grade 5 piano at the age of 52! |
When do clocks change? I've got a newborn and sleep is sacred |
short answers please, I get migraines from screens | I'm training to be a paramedic, second year |
my great grandfather came over from Naples with nothing but a mandolin | we don't own a telly |
grew dahlias for the first time this year, won a ribbon | Lost 12 kilos since January |
My husband's a chef so I never cook | I've lived in the same street for 61 years |
off to Peru in ten days, altitude pills packed | I'm scared of lifts, always take the stairs |
my team at work is fully remote and spread over five time zones |
stop saying "great question", it grates on me |
I hate olives, which makes holidays in Greece tricky |
my blood type is O negative, I donate every 12 weeks |
had my first novel rejected again, that's number nine |
my sister and I haven't spoken since the funeral |
Is retinol safe while breastfeeding? my little one is 3 months |
been vegetarian since I was eleven, blame a school trip to an abattoir |
Flat viewing on Thursday at half six, the one by the canal |
my other half snores like a chainsaw so we've got separate bedrooms, best decision ever |
I prefer you just give me the answer first and the explanation after |
we called the twins Isla and Rory |
do they make wide fit hiking boots? I'm a size 13 with bunions |
Left the church in my twenties and my parents took it hard |
my usual is a flat white with oat milk |
so I've decided to learn the banjo. Bought one off a bloke in Hull |
If I hadn't torn my ligament at 19 I'd have gone pro |
my neighbour Graham feeds the cat whenever we're away | it's my first Christmas without Dad |
terrified of dogs, got bitten as a toddler | my driving test's on the 11th, third attempt |
Honestly nothing beats a cold beer after mowing the lawn for me |
I speak Welsh at home and English everywhere else |
running the school quiz on friday, need 40 questions by then |
any tips for flying with a 6 month old? we go to my in-laws in Toronto in May |
Worked thirty-one years at the post office, sorting mostly, and my knees could tell you stories. |
my stepson Marlon moves in with us next month | one sugar, splash of milk, that's how I take it |
I'm in a wheelchair, does the castle have ramps? |
got the keys to the new place today!! it's tiny and I love it |
please stop apologising all the time, just answer | I'm not on social media. any of it. |
we've been trying for a baby for three years |
Eldest starts uni in Aberdeen on the 16th, I'm not crying you're crying |
i run a small dog grooming business out of my garage |
my granddad survived two shipwrecks and taught me to swim |
can't have grapefruit because of my statins | I always fall asleep to the shipping forecast |
my best mate Kofi is moving to Accra for good | I've a tattoo of a lighthouse on my forearm |
hospital appointment tomorrow 9.15, the scan results |
English isn't my first language, I grew up speaking Tamil |
sci fi over fantasy any day of the week |
Our boiler man is called Trevor, been coming for years, lovely fella |
thinking of doing a part time degree in archaeology, maybe from October |
if it wasn't for my bad back I'd be out there with them |
when you explain code to me use Go, it's what we use at work
"""
LEFT_EN = """
how do you spell rhythm | what's 17% of 240? | gm gm | okay cool, ty |
summarise the article below in three points | if pigs could fly I'd never leave the house |
What would happen if the earth had two moons? | yawn | my brain is soup today |
I could murder a sandwich right now | the bus is late again, typical |
let's play twenty questions, you start | Pretend I'm a dragon and you're my dentist |
"I am your father" is misquoted by everyone | My fortune said I'd marry a millionaire by Tuesday |
some bloke in the queue was shouting "I know the owner" |
there's a poster on the tube that says I deserve a holiday | I'm 97% coffee at this point |
I've got a black belt in online shopping | my cat is legally my landlord | you're a lifesaver |
brilliant, exactly what I wanted | sorry, wrong window | hang on, phone's ringing |
The French revolution started in 1789 | does aspirin expire | compare these two phones for me |
which is better for beginners, guitar or ukulele? |
Assume I'm a landlord with three flats, what taxes would I owe? |
if I were you I'd just restart it | can you write a poem from the point of view of my toaster |
good luck with that lol | it's so quiet here tonight | aaand we're back |
correct this please: "she dont likes me because I has a cat" | I wish I could fly |
hmm not sure that's right, check again | whats a synonym for tired | ok google |
can you put that in bullet points | Yo | if dogs could talk mine would be cancelled |
Suppose you lend me £100 at 5%, what do I owe after a year? |
I just saw a man walking a duck on a lead |
apparently the mayor said "I've never even been to Spain" |
my gran's old cookbook says "I never measure butter" |
the lyrics go "I got a house on the hill and nobody in it" |
I'm not lazy, I'm in energy saving mode | my diet starts tomorrow, it's always tomorrow |
I'm a simple man: I see cake, I eat cake | it's freezing, I can see my breath |
nvm figured it out | long day. long, long day. |
pretend we're pen pals in 1890 and I live on a lighthouse | give me a riddle |
the wifi keeps dropping out, argh | how come the sky is blue | You know what, fair point |
is 37.8 a fever? | sort these names alphabetically please | what a goal!!! |
if I had a pound for every email I'd own the company |
what's that film where the guy ages backwards | Let's say my flat floods, who pays? |
You be the waiter and I'll be the rude customer |
in the interview she said 'I only own three shirts' | my t-shirt says "I survived the 90s" |
reading a book where the hero says he was raised by wolves | I put the pro in procrastinate |
my sourdough starter has more friends than I do | evening all | ta, that's sorted it |
bit chilly today innit | my foot's gone to sleep | so many pigeons outside right now |
I'm making toast, want some? oh wait | honestly you crack me up | who invented the stapler |
rewrite it in the voice of a pirate | how much is 60 miles in km |
haven't had my coffee yet, bear with me
"""
KEPT_ZH = """
上个月刚领证，婚礼放在十月 | 我在医院做药剂师，三班倒 | 我妈腿不好，爬不了楼梯 |
老家是潮汕的，家里兄弟五个我排老三 | 我从来不吃早饭 | 今年三十五，还没结婚，家里催得紧 |
我闺女学芭蕾四年了，下个月考级 | 跟你说个事，我要当爸爸了 | 我用的是安卓机，苹果那套不会 |
以后跟我聊天别发表情包 | 回复尽量短一点，我是边开车边听的，以后都这样 |
我打篮球把膝盖打坏了，医生说不能再跑步 | 周六早上九点带狗去打疫苗 |
我和老婆是大学同学，在一起十二年了 | 家里有个自闭症的弟弟，我得照顾他 | 我不会游泳，一下水就慌 |
我特别爱吃螺蛳粉，一周至少两顿 | 租房合同十二月到期，不打算续了 | 每个月房贷八千多，压力山大 |
我信基督教，周日要去教堂 | 我家住六楼没电梯，能不能推荐个轻一点的婴儿车？ |
我乳糖不耐受，拿铁换成燕麦奶行吗 | 爸妈都是老师，从小管得特别严 |
去年在云南支教了一年，那边的孩子真好 | 我们公司在苏州工业园，做芯片封装的 |
前女友上周结婚了，我随了份子 | 我喜欢安静，KTV那种地方待不住 | 下个礼拜一入职新公司，做数据分析 |
我爷爷抗美援朝打过仗 | 养了三缸热带鱼，天天换水 | 刚满十八，准备考驾照 | 我写字用左手，吃饭用右手 |
在跑滴滴，一天十二个小时 | 我三岁就没了爸，是我妈一个人拉扯大的 | 下周四孩子家长会，我得请半天假 |
不太能吃辣，微辣都够呛 | 我家那位是做消防的，过年基本不在家 |
回答尽量给我举例子，光讲理论我听不懂，以后都照这个来 | 大专毕业三年了，还在送外卖 |
上个月脚崴了，现在还拄着拐 | 我叔是村里的兽医，啥都能治 |
我对猫毛过敏，闺蜜家养了三只，去她家要注意啥？ | 要不是房贷压着，我早就辞职了 |
我看电影必坐最后一排 | 给儿子报了个跆拳道班，每周六上午 | 我姥姥今年九十三，还能自己穿针 |
在义乌开了个小饰品店，主要做外贸 | 明年打算考个教师资格证 | 最近迷上了种多肉，阳台都摆满了 |
我从小就怕打雷 | 老板刚批了我的年假，下月十号去三亚，四天 | 干了二十多年泥瓦匠，手都变形了 |
我小姑子下个月从加拿大回来，要住我家 | 我喝咖啡只喝黑的，一加奶就拉肚子 |
我坐轮椅的，那个景区有无障碍通道吗 | 拿到offer了！！杭州的，做算法 | 别老跟我道歉，直接说答案 |
微信我一般晚上才看 | 备孕两年了，一直没动静 | 儿子考上了三中，九月住校 |
自己在家接点平面设计的活儿，时间自由 | 我爷爷是老红军，腿上还有弹片 | 医生不让我吃海鲜，尿酸高 |
睡前一定要听郭德纲，不然睡不着 | 铁哥们阿凯下周去迪拜，估计几年不回来 | 明早八点半，协和，拿报告 |
普通话不是我母语，家里都说闽南话 | 宁愿走楼梯也不坐电梯 | 楼下修鞋的刘师傅跟我爸是老乡 |
想明年春天辞职去学做木工 | 给我讲技术的时候用Java举例，我们公司都用这个 |
如果不是我妈身体不好，我就留在德国了 | 离异带俩娃，一个五岁一个七岁
"""
LEFT_ZH = """
吃了吗您 | 好嘞，收到 | 哈哈，笑不活了 | 今儿风真大 | 累瘫了，躺会儿 | 光速是多少 |
唐朝一共多少个皇帝 | 给这个产品想三个名字 | 把上面的表格转成markdown |
如果时光能倒流，你想回到哪一年 | 我要是有哆啦A梦的口袋就好了 | 假设我是甲方，你来给我讲方案 |
剧里女主说“我等了你十年”，太虐了 | 公交上一大妈跟人吵架，说“我儿子是局长” |
网上看到个段子，说我爸是李刚 | 老夫掐指一算，你今天要请客 | 我这智商，爱因斯坦看了都得递烟 |
我对钱过敏，一花就难受 | 我家祖传贫困，传到我这代发扬光大 | 什么东西越洗越脏？答案是水 |
行，就这么办 | 你说得对 | 你们有几个版本 | 门铃响了，我去开下门 | 信号不好，刚才没收到 |
北京是中国的首都 | 鲸鱼是哺乳动物 | 帮我润色一下：我叫小明，今年八岁，我喜欢踢足球 |
编一个我和外星人谈恋爱的故事 | 明天见啦 | 真的假的 | 感冒和流感有啥区别 | 打工人打工魂 |
今天也是元气满满的一天 | 天黑得真早 | 倒计时十秒，开始 | 说点好听的给我听听 | 请问图书馆几点关门 |
嗯呢 | 咋整啊这 | 把第二段删了 | 换成表格形式 | 要是我会瞬移，就不用挤地铁了 |
假如给你三天光明，你想看啥 | 歌里有句“我还是从前那个少年”，单曲循环中 |
我们老师的口头禅是“我教了三十年书没见过这样的” | 我已修炼成精，三天不睡照样蹦迪 |
我的头发又离家出走了一批 | 上班如上坟，周一尤甚 | 今天食堂的菜咸死了 | 外面噼里啪啦放鞭炮呢 |
好耶 | 我瞅瞅 | 你这回答绝了，笑出声 | 角色扮演开始：我是皇后，你是太医 | 人为什么会打嗝 |
苏轼是哪里人 | 帮我给老板写个请假理由，就说我家猫生了 | 有人在群里发“我中奖了”，结果是诈骗 |
38度算发烧吗 | 把这些词按拼音排序 | 好球！！ | 我要有一分钱给每封垃圾邮件，早成首富了 |
那个男主越活越年轻的电影叫啥 | 假设我家漏水把楼下淹了，谁赔 | 你当服务员，我当刁钻顾客，来 |
采访里他说“我只有三件衬衫” | T恤上印着“我不胖，我只是有点膨胀” |
正在看一本书，主角说自己是狼养大的 | 我不是懒，我是在省电 | 我的存款跟我的头发一样，都在减少 |
晚上好呀大家 | 妥了，搞定 | 今儿有点凉 | 脚麻了 | 窗外好多鸽子 | 你真逗 | 订书机谁发明的 |
用海盗的口气重写一遍 | 60英里是多少公里 | 还没喝咖啡，脑子转不动 | 这电影也太催泪了吧
"""


def kept(text: str, worth: Worth) -> list[str]:
    return [text[part.start : part.end] for part in worth.parts]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I grew up in Bergen", "fact"),
        ("I painted a sunrise last year", "fact"),
        ("I'm deaf in one ear", "fact"),
        ("我在纺织厂干了二十年", "fact"),
        ("我没上过大学", "fact"),
        ("We're flying to Osaka next Tuesday", "plan"),
        ("下周三去拔智齿", "plan"),
        ("I don't eat pork", "preference"),
        ("I can't stand phone calls", "preference"),
        ("我不吃香菜", "preference"),
        ("From now on keep your answers short", "preference"),
        ("Call me Jo", "preference"),
        ("以后别叫我亲", "preference"),
        ("My sister Nadia has two boys", "relation"),
        ("our dog Biscuit is nine", "relation"),
        ("我妈叫王秀兰", "relation"),
    ],
)
def test_what_lasts_is_kept_whole_and_its_kind_is_named(text: str, kind: Kind) -> None:
    worth = weigh(text)

    assert worth.keep
    assert kept(text, worth) == [text]
    assert worth.parts[0].kind == kind


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("How long does rice keep in the fridge?", "a question"),
        ("whats the capital of mongolia", "a question"),
        ("为什么天是蓝的", "a question"),
        ("Write me a poem about the sea", "a request"),
        ("Translate this: I live with my sister in Rome", "a request"),
        ("帮我润色一下：我叫小明，我喜欢踢足球", "a request"),
        ("把上面的表格转成图", "a request"),
        ("hello there", "a greeting"),
        ("谢谢啦", "a greeting"),
        ("If I were a bird I'd live in a tree", "a thought experiment"),
        ("假如我是皇帝，我就天天睡觉", "a thought experiment"),
        ("你当服务员，我当顾客", "a thought experiment"),
        ("My lawyer is a raccoon", "a joke"),
        ("我今年三百岁", "a joke"),
        ("为什么数学书很忧郁？因为它有太多问题", "a joke"),
        ('The narrator says "I was born in a house of doors"', "a quotation"),
        ("the fortune cookie says I will come into money", "a quotation"),
        ("歌里唱的“我家住在黄土高坡”", "a quotation"),
        ("you're the innkeeper and I'm a traveller", "a thought experiment"),
        ("if I had a superpower I'd skip winter", "a thought experiment"),
        ("要是我会隐身就好了", "a thought experiment"),
        ("my vacuum has sued me for overtime", "a joke"),
        ("我是一只没睡醒的树懒", "a joke"),
        ("气得我直跺脚", "a joke"),
        ("in the film her uncle moves to Oslo", "a quotation"),
        ("the leaflet claims that tea cures everything", "a quotation"),
        ("杜甫说国破山河在", "a quotation"),
        ("听说企鹅有膝盖", "a quotation"),
        ("I need a title for this essay", "a request"),
        ("我想要一份读书清单", "a request"),
        ("is nine too late to ring the bell", "a question"),
        ("the second paragraph drags a little", "small talk"),
        ("这版比上一版顺", "small talk"),
        ("so sleepy right now", "small talk"),
        ("今天好热啊", "small talk"),
        ("Water boils at a lower temperature on a mountain", "nothing in particular"),
        ("鲸鱼是哺乳动物", "nothing in particular"),
        ("", "nothing in particular"),
        ("🙂", "nothing in particular"),
    ],
)
def test_what_does_not_last_is_left_and_the_reason_given(text: str, reason: str) -> None:
    worth = weigh(text)

    assert (worth.keep, worth.parts) == (False, ())
    assert worth.reason == reason


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("I'm allergic to peanuts, is pad thai safe?", "I'm allergic to peanuts"),
        ("Is pad thai safe? I'm allergic to peanuts.", "I'm allergic to peanuts"),
        ("我高血压，能吃西柚吗？", "我高血压"),
        ("Hi! Thanks. My son starts school in September, can you write him a card?",
         "My son starts school in September"),
        ("在吗？我考上公务员啦！", "我考上公务员啦"),
    ],
)  # fmt: skip
def test_a_fact_beside_a_question_is_the_part_that_is_kept(text: str, part: str) -> None:
    assert kept(text, weigh(text)) == [part]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ('She yelled "I am the queen of France". I live in Porto.', "I live in Porto"),
        ('She yelled "I am the queen of France!" My son is seven.', "My son is seven"),
        ("他喊“我是法国的女王！”我住在上海。", "我住在上海"),
    ],
)
def test_what_follows_a_quotation_is_the_speakers_own(text: str, part: str) -> None:
    assert kept(text, weigh(text)) == [part]


def test_each_sentence_that_lasts_is_a_part_of_its_own() -> None:
    text = "My sister Nadia is a vet in Bergen. Nice weather! I never eat fish, honestly."

    assert kept(text, weigh(text)) == [
        "My sister Nadia is a vet in Bergen",
        "I never eat fish, honestly",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "if my knee wasn't full of metal I'd run that marathon",
        "要不是腰做过手术，我现在还在当教练",
        "If it stays dry we'll paint the fence on Saturday",
        "I'd rather sit by the window, always",
    ],
)
def test_a_condition_does_not_hide_a_fact_a_plan_or_a_preference(text: str) -> None:
    assert weigh(text).keep


@pytest.mark.parametrize(
    "text",
    [
        "what do you give an uncle who's a retired sailor?",
        "explain it in Welsh from now on if you can, it's my first language",
        "以后给我报价都用欧元",
        "我今天辞职了",
        "37岁，离异，在昆明",
        "当年要是没辞职，我现在还在厂里呢",
    ],
)
def test_a_fact_is_found_in_unusual_company(text: str) -> None:
    assert weigh(text).keep


@pytest.mark.parametrize(
    "text",
    [
        "I'm building a robot with my nephew for a school competition",
        "I dressed up as a witch for Halloween and won a prize",
        "I'm making potato soup for my roommates tonight",
        "My dog is my best friend, I got him from a shelter in May",
        "The Lord of the Rings is my favorite trilogy, I reread it every year",
        "I took up pottery in March, it's giving me a lot of calm",
        "I played the villain in our theater group's last show",
        "My blog post on vegan desserts went viral",
        "My fridge broke and the landlord won't fix it",
        "I would go to the lake with my dad every summer",
        "I wish I could join you, but I have a conference in Miami that week",
        "I thought I'd try pottery and made a blue vase",
        "I'd say my favorite place is the beach near Santa Cruz",
        "Read a great book about the Civil War last month",
        "Go there every weekend with my kids",
        "Let's meet at the climbing gym on Saturday at 10, I booked a lane",
        "I'm stuck on the last chapter of my thesis about coral reefs",
    ],
)
def test_what_is_meant_in_earnest_is_no_joke_quotation_or_request(text: str) -> None:
    assert weigh(text).keep


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("my cat is my therapist", "a joke"),
        ("I am basically a potato", "a joke"),
        ("this sofa is my emotional support animal, it's giving haunted castle", "a joke"),
        ("if I won the lottery I'd buy a boat, but I'd still be bored", "a thought experiment"),
        ("read this and tell me what you think", "a request"),
        ("the villain says I was raised by wolves", "a quotation"),
        ("我在看的那本小说，男主从小在码头长大，后来当了刑警", "a quotation"),
    ],
)
def test_what_looks_like_earnest_is_still_told_apart(text: str, reason: str) -> None:
    worth = weigh(text)

    assert not worth.keep
    assert worth.reason == reason


def test_a_request_of_the_moment_is_no_wish_for_all_time() -> None:
    assert not weigh("put that in bullet points").keep
    assert not weigh("再短一点").keep
    assert weigh("always reply without bullet points").keep
    assert weigh("以后回答我都短一点").keep


def test_an_answer_is_worth_more_after_a_question() -> None:
    alone, asked = (
        weigh("Luna and Oliver!"),
        weigh("Luna and Oliver!", before="What are your cats called?"),
    )

    assert asked.score > alone.score


def test_a_picture_or_a_title_does_not_end_a_sentence_early() -> None:
    text = 'I loved reading "Charlotte\'s Web" as a kid [image: a photo of a book. It is old]'

    assert kept(text, weigh(text)) == ['I loved reading "Charlotte\'s Web" as a kid']


@pytest.mark.parametrize(
    ("keep", "leave"), [(KEPT_EN, LEFT_EN), (KEPT_ZH, LEFT_ZH)], ids=["en", "zh"]
)
def test_many_wordings_of_what_lasts_and_what_does_not_are_told_apart(
    keep: str, leave: str
) -> None:
    right = [weigh(text.strip()).keep for text in keep.split("|")]
    wrong = [weigh(text.strip()).keep for text in leave.split("|")]

    assert len(right) + len(wrong) > 100
    assert 2 * sum(right) / (len(right) + sum(right) + sum(wrong)) >= 0.93


PIECES = """
I my sister 我 我妈 likes 喜欢 tea ? ！ . , ， “ ” " ' [image: x] : ： if 如果 said 说 stop stopping
tomorrow 明天 3 岁 120 得 得跟 《 》 can you 你 是 我 当 ’ ‘ - … dr. I'd would wasn't 的话
"""
TEXTS = st.lists(
    st.one_of(st.sampled_from([*PIECES.split(), "\n", "\u2028"]), st.text(max_size=8)), max_size=30
).flatmap(lambda pieces: st.sampled_from(["", " "]).map(lambda gap: gap.join(pieces)))


@given(text=TEXTS, before=TEXTS, leaning=st.none() | st.floats(-1, 1))
def test_parts_lie_in_the_text_in_order_and_apart(
    text: str, before: str, leaning: float | None
) -> None:
    worth = weigh(text, before=before, leaning=leaning)
    at = 0
    for part in worth.parts:
        assert at <= part.start < part.end <= len(text)
        assert text[part.start : part.end].strip() == text[part.start : part.end]
        assert 0 <= part.score <= worth.score + 1e-9
        at = part.end
    assert worth.keep == bool(worth.parts)
    assert 0 <= worth.score <= 1
    assert worth.reason


@given(text=TEXTS)
def test_the_same_text_is_always_weighed_alike(text: str) -> None:
    assert weigh(text) == weigh(text)


def test_a_very_long_text_is_weighed_by_its_beginning() -> None:
    beginning = "I live in Porto. "

    assert weigh(beginning + "我 a ? " * 20_000).keep


@pytest.mark.parametrize("by_meaning", [False, True])
def test_the_weights_name_every_feature_and_no_other(by_meaning: bool) -> None:
    assert set(standard(by_meaning=by_meaning).by_name) == set(NAMES)
    assert (files("nagori.write") / "data" / "worth.json").is_file()


@pytest.mark.parametrize(
    "said",
    [
        "My eye test is on Tuesday morning, hope they find nothing",
        "我对海鲜过敏，点菜前都得跟服务员说",
        "I'm diabetic so is this cake off limits for me or not?",
        "我哮喘能跑马拉松吗？",
        "你回我的时候短一点",
    ],
)
def test_what_matters_is_not_lost_in_a_turn_of_phrase(said: str) -> None:
    assert weigh(said).keep


@pytest.mark.parametrize(
    "said", ["晚安啦，明天再聊", "祝你中秋快乐", "Happy Easter to you and yours", "talk soon, bye!"]
)
def test_who_takes_leave_or_wishes_well_says_nothing_lasting(said: str) -> None:
    assert not weigh(said).keep


def test_how_much_something_is_so_is_still_a_joke() -> None:
    assert weigh("我最近瘦得跟闪电一样").reason == "a joke"


@pytest.mark.parametrize(
    "said",
    [
        "主要是膝盖动过手术，下楼都得扶着",
        "等考完试想跟我姐去青岛住两周",
        "说真的，我在这家公司干了十一年了",
        "给外婆换了个助听器，两千八",
        "改骑车上班了，以前开车",
        "他现在在宁波开挖掘机，一年回来两趟",
        "Anneke asked if I'd be her witness, the wedding's on the 4th of June",
        "I'd forgotten how much I missed the choir, so I joined again in May",
    ],
)
def test_a_word_within_another_or_a_turn_of_speech_hides_no_fact(said: str) -> None:
    assert weigh(said).keep


@pytest.mark.parametrize(
    "said",
    [
        "Penguins have knees, you know",
        "Glass turns liquid at some point",
        "鲸鱼是哺乳动物，用肺呼吸",
    ],
)
def test_what_is_so_in_the_world_is_about_nobody_here(said: str) -> None:
    assert not weigh(said).keep


def test_the_talk_around_a_fact_takes_nothing_from_it() -> None:
    fact = "I'm allergic to walnuts."
    chatty = f"Haha wow, you are amazing, that's so cool! {fact} Isn't it a great day?"

    assert weigh(fact).keep
    assert weigh(chatty).keep
